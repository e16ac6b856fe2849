// An SQLite VFS over the default one whose reads, writes, syncs, truncates and opens fail as the plan says, and an
// allocator likewise.
#ifndef A2A_TESTS_FAULT_FAULT_VFS_H_
#define A2A_TESTS_FAULT_FAULT_VFS_H_

namespace a2a::fault {

// Registers the VFS (once) and returns its name.
const char* RegisterFaultVfs();

// Makes SQLite's allocations ask the plan. Before anything else of SQLite; false when it is too late.
bool InstallFaultAllocator();

}  // namespace a2a::fault

#endif  // A2A_TESTS_FAULT_FAULT_VFS_H_
