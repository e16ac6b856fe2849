#include "codegen/names_cpp.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "codegen/text.h"

namespace a2a::codegen {
namespace {

constexpr absl::string_view kKeywords[] = {
    "NULL",          "alignas",      "alignof",    "and",       "and_eq",
    "asm",           "auto",         "bitand",     "bitor",     "bool",
    "break",         "case",         "catch",      "char",      "class",
    "compl",         "const",        "const_cast", "constexpr", "continue",
    "decltype",      "default",      "delete",     "do",        "double",
    "dynamic_cast",  "else",         "enum",       "explicit",  "export",
    "extern",        "false",        "float",      "for",       "friend",
    "goto",          "if",           "inline",     "int",       "long",
    "mutable",       "namespace",    "new",        "noexcept",  "not",
    "not_eq",        "nullptr",      "operator",   "or",        "or_eq",
    "private",       "protected",    "public",     "register",  "reinterpret_cast",
    "return",        "short",        "signed",     "sizeof",    "static",
    "static_assert", "static_cast",  "struct",     "switch",    "template",
    "this",          "thread_local", "throw",      "true",      "try",
    "typedef",       "typeid",       "typename",   "union",     "unsigned",
    "using",         "virtual",      "void",       "volatile",  "wchar_t",
    "while",         "xor",          "xor_eq"};

// Keywords that protoc 3.21 does not know and newer ones do: no spelling fits both.
constexpr absl::string_view kNewKeywords[] = {"char16_t", "char32_t", "char8_t",   "co_await",  "co_return",
                                              "co_yield", "concept",  "consteval", "constinit", "requires"};

constexpr absl::string_view kLibraryTypes[] = {"int16_t", "int32_t",  "int64_t",  "int8_t",   "intptr_t", "ptrdiff_t",
                                               "size_t",  "uint16_t", "uint32_t", "uint64_t", "uint8_t",  "uintptr_t"};

constexpr absl::string_view kMessageMembers[] = {"ArenaDtor",
                                                 "ByteSizeLong",
                                                 "Clear",
                                                 "CopyFrom",
                                                 "DestructorSkippable_",
                                                 "FullMessageName",
                                                 "GetArena",
                                                 "GetArenaForAllocation",
                                                 "GetCachedSize",
                                                 "GetClassData",
                                                 "GetDescriptor",
                                                 "GetMetadata",
                                                 "GetOwningArena",
                                                 "GetReflection",
                                                 "HasBits",
                                                 "Impl_",
                                                 "InternalArenaConstructable_",
                                                 "InternalSwap",
                                                 "IsInitialized",
                                                 "MergeFrom",
                                                 "MergeImpl",
                                                 "New",
                                                 "SetCachedSize",
                                                 "SharedCtor",
                                                 "SharedDtor",
                                                 "Swap",
                                                 "UnsafeArenaSwap",
                                                 "default_instance",
                                                 "descriptor",
                                                 "internal_default_instance",
                                                 "kIndexInFileMessages",
                                                 "mutable_unknown_fields",
                                                 "unknown_fields"};

constexpr absl::string_view kLocals[] = {"a",
                                         "arena",
                                         "arm",
                                         "b",
                                         "cached_has_bits",
                                         "call",
                                         "ctx",
                                         "cursor",
                                         "data",
                                         "decoded",
                                         "discriminator",
                                         "disposition",
                                         "entries",
                                         "entry",
                                         "error",
                                         "fault",
                                         "first",
                                         "from",
                                         "from_msg",
                                         "in",
                                         "item",
                                         "items",
                                         "key",
                                         "member",
                                         "message",
                                         "moves",
                                         "msg",
                                         "name",
                                         "object",
                                         "other",
                                         "out",
                                         "params",
                                         "ptr",
                                         "result",
                                         "reused",
                                         "role",
                                         "scratch",
                                         "seen",
                                         "service",
                                         "services",
                                         "size",
                                         "start",
                                         "state",
                                         "status",
                                         "stream",
                                         "table",
                                         "target",
                                         "text",
                                         "this_",
                                         "to",
                                         "to_msg",
                                         "total_size",
                                         "unknown",
                                         "value",
                                         "wire"};

}  // namespace

bool IsCppLocal(absl::string_view name) {
  return std::find(std::begin(kLocals), std::end(kLocals), name) != std::end(kLocals);
}

bool IsCppMessageMember(absl::string_view name) {
  return std::find(std::begin(kMessageMembers), std::end(kMessageMembers), name) != std::end(kMessageMembers);
}

bool IsCppLibraryType(absl::string_view name) {
  return std::find(std::begin(kLibraryTypes), std::end(kLibraryTypes), name) != std::end(kLibraryTypes);
}

bool IsCppKeyword(absl::string_view name) {
  return std::find(std::begin(kKeywords), std::end(kKeywords), name) != std::end(kKeywords);
}

bool IsNewCppKeyword(absl::string_view name) {
  return std::find(std::begin(kNewKeywords), std::end(kNewKeywords), name) != std::end(kNewKeywords);
}

std::string CppIdentifier(absl::string_view name) { return absl::StrCat(name, IsCppKeyword(name) ? "_" : ""); }

std::string CppNamespace(absl::string_view package) {
  std::vector<std::string> parts;
  for (const absl::string_view part : absl::StrSplit(package, '.')) parts.push_back(CppIdentifier(part));
  return absl::StrJoin(parts, "::");
}

std::string CppFolder(absl::string_view package) { return absl::StrReplaceAll(package, {{".", "/"}}); }

std::string CppTypeName(absl::string_view full_name, absl::string_view package) {
  absl::string_view local = full_name;
  if (absl::ConsumePrefix(&local, package)) absl::ConsumePrefix(&local, ".");
  return CppIdentifier(absl::StrReplaceAll(local, {{".", "_"}}));
}

std::string CppEnumerator(const ir::Enum& enumeration, const ir::EnumValue& value, absl::string_view package) {
  const std::string type = CppTypeName(enumeration.full_name(), package);
  const size_t last = type.rfind('_');
  // A nested enum's values are protoc's static members of the message around it, and globals with its name in front.
  absl::string_view local = enumeration.full_name();
  if (absl::ConsumePrefix(&local, package)) absl::ConsumePrefix(&local, ".");
  if (last == std::string::npos || local.find('.') == absl::string_view::npos) return CppIdentifier(value.name());
  return absl::StrCat(type, "_", CppIdentifier(value.name()));
}

std::string CppField(absl::string_view name) { return CppIdentifier(absl::AsciiStrToLower(name)); }

std::string CppConstant(absl::string_view name) { return absl::StrCat("k", UpperCamel(name)); }

std::string CppErrorConstant(absl::string_view name) { return absl::StrCat("kError", UpperCamel(name)); }

std::string CppString(absl::string_view text) {
  std::string out = "\"";
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const unsigned char byte = static_cast<unsigned char>(c);
    // `??` could start a trigraph, `@@` an insertion point of protoc.
    const bool doubled = (c == '?' || c == '@') && i > 0 && text[i - 1] == c;
    if (c == '"' || c == '\\') {
      absl::StrAppend(&out, "\\", std::string(1, c));
    } else if (byte < 0x20 || byte >= 0x7F || doubled) {
      // Three octal digits never run on into what follows.
      const char digits[] = {'\\', static_cast<char>('0' + (byte >> 6)), static_cast<char>('0' + ((byte >> 3) & 7)),
                             static_cast<char>('0' + (byte & 7))};
      out.append(digits, 4);
    } else {
      out.push_back(c);
    }
  }
  out.push_back('"');
  return out;
}

std::string CppStringView(absl::string_view text) {
  if (text.find('\0') == absl::string_view::npos) return CppString(text);
  return absl::StrCat("absl::string_view(", CppString(text), ", ", text.size(), ")");
}

}  // namespace a2a::codegen
