#include "rpc/envelope.h"

#include <algorithm>
#include <utility>

#include "a2a/wire/errors.h"
#include "absl/strings/str_cat.h"
#include "base/error.h"
#include "json/cursor.h"
#include "json/writer.h"

namespace a2a::rpc {
namespace {

constexpr absl::string_view kVersion = "2.0";

enum Member : unsigned { kUnknown = 0, kJsonrpc = 1, kId = 2, kMethod = 4, kParams = 8 };

Member MemberOf(absl::string_view key) {
  if (key == "jsonrpc") return kJsonrpc;
  if (key == "id") return kId;
  if (key == "method") return kMethod;
  if (key == "params") return kParams;
  return kUnknown;
}

// -?(0|[1-9][0-9]*): of what JSON allows as a number, what has neither fraction nor exponent.
bool IsPlainInteger(absl::string_view number, size_t max_digits) {
  if (number.front() == '-') number.remove_prefix(1);
  return number.size() <= max_digits &&
         std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Reads one frame's envelope. A member's fault is a text; empty: none.
class Reader {
 public:
  Reader(absl::string_view frame, json::Landmark params, const Limits& limits, Envelope* out)
      : in_(frame, params), limits_(limits), out_(out) {}

  absl::Status Read(const ProtocolTable& table);

 private:
  std::string ReadMember(absl::string_view key);
  std::string ReadId();
  std::string ReadVersion();

  json::Cursor in_;
  const Limits& limits_;
  Envelope* const out_;
  unsigned seen_ = 0;
  bool two_ids_ = false;
};

std::string Reader::ReadId() {
  const json::Type type = in_.type();
  json::Cursor copy = in_;
  const absl::string_view raw = in_.ReadRaw();
  if (type == json::Type::kString) {
    std::string text;
    copy.ReadString(&text);
    if (text.size() > limits_.max_id_bytes) {
      return absl::StrCat("id is a string of ", text.size(), " bytes; at most ", limits_.max_id_bytes, " are allowed.");
    }
    json::AppendCanonical(raw, &out_->id);
    return {};
  }
  if (type == json::Type::kNumber) {
    if (!IsPlainInteger(raw, limits_.max_id_bytes)) {
      return absl::StrCat("id must be an integer without fraction or exponent, of at most ", limits_.max_id_bytes,
                          " digits.");
    }
    out_->id.assign(raw.data(), raw.size());
    return {};
  }
  return absl::StrCat("id must be a string or an integer, not ", json::TypeName(type), ".");
}

std::string Reader::ReadVersion() {
  std::string version;
  if (!in_.ReadString(&version)) in_.Skip();
  return version == kVersion ? "" : absl::StrCat("jsonrpc must be \"", kVersion, "\".");
}

// Consumes the value that the cursor is at in any case.
std::string Reader::ReadMember(absl::string_view key) {
  const Member member = MemberOf(key);
  if (member == kUnknown || (seen_ & member) != 0) {
    two_ids_ = two_ids_ || member == kId;
    std::string fault = member == kUnknown ? absl::StrCat("A request has no member \"", Shown(key), "\".")
                                           : absl::StrCat("The member \"", key, "\" is there twice.");
    in_.Skip();
    return fault;
  }
  seen_ |= member;
  switch (member) {
    case kId:
      return ReadId();
    case kJsonrpc:
      return ReadVersion();
    case kMethod:
      if (in_.ReadString(&out_->method)) return {};
      in_.Skip();
      return "method must be a string.";
    default:
      out_->bad_params = in_.type() != json::Type::kObject;
      out_->params = in_.ReadRaw();
      return {};
  }
}

absl::Status Reader::Read(const ProtocolTable& table) {
  const auto invalid = [&](absl::string_view text, absl::string_view path) {
    return MakeRuntimeError(table, wire::kErrorInvalidRequest, text, {.path = path});
  };
  if (in_.type() == json::Type::kArray) {
    return invalid("Batches are not supported: write each request on a line of its own, many may be in flight.", {});
  }
  if (!in_.EnterObject()) {
    return invalid(absl::StrCat("A request is an object, not ", json::TypeName(in_.type()), "."), {});
  }
  // The walk goes on after a fault: the id may come later, and an answer should carry it.
  absl::Status first = absl::OkStatus();
  for (absl::string_view key; in_.NextMember(&key);) {
    const std::string fault = ReadMember(key);
    if (fault.empty() || !first.ok()) continue;
    std::string path;
    if (key.size() <= limits_.max_id_bytes) json::AppendPointer(key, &path);
    first = invalid(fault, path);
  }
  if (two_ids_) out_->id.clear();  // nobody can tell which one is meant
  if (!first.ok()) return first;
  if ((seen_ & kJsonrpc) == 0) return invalid(absl::StrCat("jsonrpc is missing; it must be \"", kVersion, "\"."), {});
  if ((seen_ & kMethod) == 0) return invalid("method is missing.", {});
  return absl::OkStatus();
}

}  // namespace

std::string Shown(absl::string_view text) {
  constexpr size_t kMost = 64;
  if (text.size() <= kMost) return std::string(text);
  size_t size = kMost;
  while ((static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;  // not inside a character
  return absl::StrCat(text.substr(0, size), "...");
}

absl::Status ParseEnvelope(absl::string_view frame, const Limits& limits, const ProtocolTable& table, Envelope* out) {
  *out = Envelope();
  json::SyntaxError fault;
  json::Landmark params;
  if (!json::Validate(frame, limits.max_depth, &fault, &params)) {
    return MakeError(wire::kErrorParseError,
                     absl::StrCat("Not valid JSON at byte ", fault.offset, ": ", fault.what, "."));
  }
  return Reader(frame, params, limits, out).Read(table);
}

}  // namespace a2a::rpc
