// A VFS over another one that hands what is written to a WAL on in large pieces. SQLite writes each page of a commit by
// two calls; one call for all of them takes half the time. What was gathered is written when the WAL is synced, read or
// truncated, or the buffer is full; the error of a late write is the error of the call that made it.
//
// Only for connections that sync the WAL with each commit: that sync comes before anybody is told of the commit's
// pages. Gathering is therefore off until it is asked for. Owner thread only.
#ifndef A2A_STORE_WAL_GATHER_H_
#define A2A_STORE_WAL_GATHER_H_

#include <sqlite3.h>

#include <string>

namespace a2a::store {

// Name of the VFS that gathers over the one named `under` (empty: the default one), registered with the first call.
// `under` when there is no such VFS, so that opening fails as it would without us.
std::string GatheringVfs(const std::string& under);

// Begins to gather. No-op for a connection that was opened with another VFS, or has not opened its WAL yet.
void GatherWalWrites(sqlite3* db);

// The WAL of a connection, to write to; null when SQLite has not opened it.
sqlite3_file* WalOf(sqlite3* db);

}  // namespace a2a::store

#endif  // A2A_STORE_WAL_GATHER_H_
