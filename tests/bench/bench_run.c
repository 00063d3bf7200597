/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs a program with its output thrown away and writes what it cost to standard error:
 * "CPU-SECONDS PEAK-RSS-KIB STATUS". A process of its own because the peak of a child counts
 * from that of its parent.
 *
 *	bench_run PROGRAM ARGUMENT..
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

static void child(char **argv)
{
	int null = open("/dev/null", O_WRONLY);

	if (null >= 0) {
		dup2(null, 1);
		dup2(null, 2);
	}
	execvp(argv[0], argv);
	_exit(127);
}

int main(int argc, char **argv)
{
	struct rusage use;
	int status;
	pid_t pid;

	if (argc < 2)
		return 2;
	pid = fork();
	if (pid == 0)
		child(argv + 1);
	if (pid < 0 || wait4(pid, &status, 0, &use) < 0) {
		perror("bench_run");
		return 1;
	}
	fprintf(stderr, "%.6f %ld %d\n", seconds(use.ru_utime) + seconds(use.ru_stime), use.ru_maxrss,
		WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
	return 0;
}
