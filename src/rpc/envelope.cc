#include "rpc/envelope.h"

#include <algorithm>

#include "a2a/wire/errors.h"
#include "absl/strings/str_cat.h"
#include "base/error.h"
#include "json/cursor.h"

namespace a2a::rpc {
namespace {

constexpr absl::string_view kVersion = "2.0";

enum Seen { kSeenJsonrpc = 1, kSeenId = 2, kSeenMethod = 4, kSeenParams = 8 };

absl::Status Invalid(absl::string_view text) { return MakeError(wire::kErrorInvalidRequest, text); }

// What a client wrote, cut for an error text at a character's edge.
std::string Shown(absl::string_view text) {
  constexpr size_t kMost = 64;
  if (text.size() <= kMost) return std::string(text);
  size_t size = kMost;
  while ((static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
  return absl::StrCat(text.substr(0, size), "...");
}

// -?(0|[1-9][0-9]*): of what JSON allows as a number, what has neither fraction nor exponent.
bool IsPlainInteger(absl::string_view number, size_t max_digits) {
  if (number.front() == '-') number.remove_prefix(1);
  return number.size() <= max_digits &&
         std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
}

absl::Status ReadId(json::Cursor* in, const Limits& limits, std::string* id) {
  switch (in->type()) {
    case json::Type::kString: {
      json::Cursor copy = *in;
      std::string text;
      copy.ReadString(&text);
      const absl::string_view raw = in->ReadRaw();
      if (text.size() > limits.max_id_bytes) {
        return Invalid(
            absl::StrCat("id is a string of ", text.size(), " bytes; at most ", limits.max_id_bytes, " are allowed."));
      }
      json::AppendCanonical(raw, id);
      return absl::OkStatus();
    }
    case json::Type::kNumber: {
      const absl::string_view raw = in->ReadRaw();
      if (!IsPlainInteger(raw, limits.max_id_bytes)) {
        return Invalid(absl::StrCat("id must be an integer without fraction or exponent, of at most ",
                                    limits.max_id_bytes, " digits."));
      }
      id->assign(raw.data(), raw.size());
      return absl::OkStatus();
    }
    default: {
      const absl::string_view found = json::TypeName(in->type());
      in->Skip();
      return Invalid(absl::StrCat("id must be a string or an integer, not ", found, "."));
    }
  }
}

// Reads one member of the envelope; the cursor is at its value, which is consumed in any case.
absl::Status ReadMember(absl::string_view key, json::Cursor* in, const Limits& limits, unsigned* seen, Envelope* out) {
  unsigned member = 0;
  if (key == "jsonrpc") member = kSeenJsonrpc;
  if (key == "id") member = kSeenId;
  if (key == "method") member = kSeenMethod;
  if (key == "params") member = kSeenParams;
  if (member == 0) {
    in->Skip();
    return Invalid(absl::StrCat("A request has no member \"", Shown(key), "\"."));
  }
  if ((*seen & member) != 0) {
    in->Skip();
    if (member == kSeenId) out->id.clear();  // nobody can tell which one is meant
    return Invalid(absl::StrCat("The member \"", key, "\" is there twice."));
  }
  *seen |= member;
  switch (member) {
    case kSeenId:
      return ReadId(in, limits, &out->id);
    case kSeenParams:
      out->bad_params = in->type() != json::Type::kObject;
      out->params = in->ReadRaw();
      return absl::OkStatus();
    case kSeenMethod:
      if (in->ReadString(&out->method)) return absl::OkStatus();
      in->Skip();
      return Invalid("method must be a string.");
    default: {
      std::string version;
      if (!in->ReadString(&version)) in->Skip();
      if (version == kVersion) return absl::OkStatus();
      return Invalid("jsonrpc must be \"2.0\".");
    }
  }
}

}  // namespace

absl::Status ParseEnvelope(absl::string_view frame, const Limits& limits, Envelope* out) {
  *out = Envelope();

  json::SyntaxError fault;
  if (!json::Validate(frame, limits.max_depth, &fault)) {
    return MakeError(wire::kErrorParseError,
                     absl::StrCat("Not valid JSON at byte ", fault.offset, ": ", fault.what, "."));
  }
  json::Cursor in(frame);
  if (in.type() == json::Type::kArray) {
    return Invalid("Batches are not supported: write each request on a line of its own, many may be in flight.");
  }
  if (!in.EnterObject()) return Invalid(absl::StrCat("A request is an object, not ", json::TypeName(in.type()), "."));

  // The walk goes on after a fault: the id may come later, and an answer should carry it.
  absl::Status first = absl::OkStatus();
  unsigned seen = 0;
  bool two_ids = false;
  for (absl::string_view key; in.NextMember(&key);) {
    two_ids = two_ids || (key == "id" && (seen & kSeenId) != 0);
    absl::Status status = ReadMember(key, &in, limits, &seen, out);
    if (first.ok()) first = std::move(status);
  }
  if (two_ids) out->id.clear();
  if (!first.ok()) return first;
  if ((seen & kSeenJsonrpc) == 0) return Invalid("jsonrpc is missing; it must be \"2.0\".");
  if ((seen & kSeenMethod) == 0) return Invalid("method is missing.");
  return absl::OkStatus();
}

}  // namespace a2a::rpc
