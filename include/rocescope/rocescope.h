/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ROCESCOPE_H
#define ROCESCOPE_H
/*
 * Umbrella header of librocescope: decoder and analysis of RoCEv2 captures, no I/O.
 * Start: fill struct rs_packet, call rs_decode(), feed the record to an rs_engine, drain
 * events and episodes into an rs_fabric, take a snapshot, ask for the verdict.
 */
#include <rocescope/decode.h>
#include <rocescope/engine.h>
#include <rocescope/event.h>
#include <rocescope/packet.h>
#include <rocescope/record.h>
#include <rocescope/snapshot.h>
#include <rocescope/types.h>

#define RS_VERSION "0.1.0"

#endif
