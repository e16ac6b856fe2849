#include "bench_rivals.h"

#include <google/protobuf/util/json_util.h>

#include "simdjson.h"

namespace a2a::bench {
namespace {

using simdjson::dom::element;
using simdjson::dom::object;

// The string member `name`; empty when it is not there.
std::string_view String(const object& in, std::string_view name) {
  std::string_view value;
  if (in[name].get(value) != simdjson::SUCCESS) return {};
  return value;
}

bool FillFile(const object& in, wire::FileContent* out) {
  for (auto [key, value] : in) {
    std::string_view text;
    if (value.get(text) != simdjson::SUCCESS) return false;
    if (key == "name") out->set_name(text.data(), text.size());
    if (key == "mimeType") out->set_mime_type(text.data(), text.size());
    if (key == "bytes") out->set_bytes(text.data(), text.size());
  }
  return true;
}

bool FillPart(const element& in, wire::Part* out) {
  object part;
  if (in.get(part) != simdjson::SUCCESS) return false;
  std::string_view kind = String(part, "kind");
  if (kind == "text") {
    std::string_view text = String(part, "text");
    out->mutable_text()->set_text(text.data(), text.size());
    return true;
  }
  object file;
  return kind == "file" && part["file"].get(file) == simdjson::SUCCESS &&
         FillFile(file, out->mutable_file()->mutable_file());
}

bool FillMessage(const object& in, wire::Message* out) {
  for (auto [key, value] : in) {
    if (key == "parts") {
      simdjson::dom::array parts;
      if (value.get(parts) != simdjson::SUCCESS) return false;
      for (element part : parts) {
        if (!FillPart(part, out->add_parts())) return false;
      }
      continue;
    }
    std::string_view text;
    if (value.get(text) != simdjson::SUCCESS) return false;
    if (key == "role") out->set_role(text == "user" ? wire::ROLE_USER : wire::ROLE_AGENT);
    if (key == "messageId") out->set_message_id(text.data(), text.size());
    if (key == "to") out->set_to(text.data(), text.size());
  }
  return true;
}

}  // namespace

std::string ProtoJsonOf(const wire::SendParams& params) {
  std::string json;
  auto status = google::protobuf::util::MessageToJsonString(params, &json);
  return status.ok() ? json : "";
}

size_t DecodeWithJsonUtil(const std::string& proto_json, wire::SendParams* params) {
  params->Clear();
  auto status = google::protobuf::util::JsonStringToMessage(proto_json, params);
  return status.ok() ? proto_json.size() : 0;
}

struct SimdjsonDecoder::Impl {
  simdjson::dom::parser parser;
};

SimdjsonDecoder::SimdjsonDecoder() : impl_(new Impl) {}
SimdjsonDecoder::~SimdjsonDecoder() { delete impl_; }

bool SimdjsonDecoder::Decode(const std::string& frame, wire::SendParams* params) {
  params->Clear();
  object root, in, message;
  if (impl_->parser.parse(frame).get(root) != simdjson::SUCCESS) return false;
  if (root["params"].get(in) != simdjson::SUCCESS) return false;
  std::string_view token = String(in, "token");
  params->set_token(token.data(), token.size());
  return in["message"].get(message) == simdjson::SUCCESS && FillMessage(message, params->mutable_message());
}

}  // namespace a2a::bench
