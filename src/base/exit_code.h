// Exit codes of the process (contract section 8), after sysexits.h.
#ifndef A2A_BASE_EXIT_CODE_H_
#define A2A_BASE_EXIT_CODE_H_

namespace a2a {

inline constexpr int kExitOk = 0;
inline constexpr int kExitUsage = 64;
inline constexpr int kExitDamaged = 65;     // damaged or foreign database
inline constexpr int kExitNoDatabase = 66;  // read-only commands
inline constexpr int kExitInternal = 70;
inline constexpr int kExitCannotCreate = 73;
inline constexpr int kExitIo = 74;     // a sync or commit failed, or the output did
inline constexpr int kExitOwned = 75;  // another process owns the store
inline constexpr int kExitNewer = 78;  // the store's schema is newer than this program

}  // namespace a2a

#endif  // A2A_BASE_EXIT_CODE_H_
