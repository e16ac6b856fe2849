// The reader of parity_json.h: recursive descent, a byte at a time.
#include <algorithm>
#include <cstdlib>

#include "absl/strings/ascii.h"
#include "codegen/parity_json.h"
#include "codegen/text.h"

namespace a2a::codegen {
namespace {

void AppendUtf8(uint32_t code, std::string* out) {
  const auto push = [out](uint32_t byte) { out->push_back(static_cast<char>(byte)); };
  if (code < 0x80) return push(code);
  if (code < 0x800) {
    push(0xC0 | code >> 6);
  } else {
    if (code < 0x10000) {
      push(0xE0 | code >> 12);
    } else {
      push(0xF0 | code >> 18);
      push(0x80 | (code >> 12 & 0x3F));
    }
    push(0x80 | (code >> 6 & 0x3F));
  }
  push(0x80 | (code & 0x3F));
}

class Parser {
 public:
  Parser(absl::string_view text, const JsonRules& rules) : rest_(text), rules_(rules) {}

  bool Whole(Json* out) {
    if (!Value(0, out)) return false;
    Space();
    return rest_.empty();
  }

 private:
  void Space() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size())); }

  bool Take(absl::string_view token) {
    if (rest_.substr(0, token.size()) != token) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  // The next token after white space.
  bool TakeNext(absl::string_view token) {
    Space();
    return Take(token);
  }

  bool Value(int depth, Json* out) {
    Space();
    if (rest_.empty()) return false;
    switch (rest_[0]) {
      case '{':
        return depth < rules_.max_depth && Object(depth + 1, out);
      case '[':
        return depth < rules_.max_depth && Array(depth + 1, out);
      case '"': {
        std::string text;
        if (!String(&text)) return false;
        *out = Json::String(text);
        return true;
      }
      case 't':
        *out = Json::Bool(true);
        return Take("true");
      case 'f':
        *out = Json::Bool(false);
        return Take("false");
      case 'n':
        *out = Json();
        return Take("null");
      default:
        return Number(out);
    }
  }

  bool Object(int depth, Json* out) {
    *out = Json::Object();
    Take("{");
    if (TakeNext("}")) return true;
    do {
      Space();
      std::string name;
      Json value;
      if (!String(&name) || !TakeNext(":") || !Value(depth, &value)) return false;
      out->Add(name, std::move(value));
    } while (TakeNext(","));
    return Take("}");
  }

  bool Array(int depth, Json* out) {
    *out = Json::Array();
    Take("[");
    if (TakeNext("]")) return true;
    do {
      Json item;
      if (!Value(depth, &item)) return false;
      out->Push(std::move(item));
    } while (TakeNext(","));
    return Take("]");
  }

  bool Digits() {
    const size_t count = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    rest_.remove_prefix(count);
    return count > 0;
  }

  bool Number(Json* out) {
    const absl::string_view start = rest_;
    Take("-");
    if (!Take("0") && !Digits()) return false;
    if (Take(".") && !Digits()) return false;
    if (Take("e") || Take("E")) {
      if (!Take("+")) Take("-");
      if (!Digits()) return false;
    }
    *out = Json::Number(start.substr(0, start.size() - rest_.size()));
    return true;
  }

  bool String(std::string* out) {
    if (!Take("\"")) return false;
    while (true) {
      // A run of plain characters; the whole text was found to be UTF-8.
      size_t plain = 0;
      while (plain < rest_.size() && rest_[plain] != '"' && rest_[plain] != '\\' &&
             static_cast<unsigned char>(rest_[plain]) >= 0x20) {
        ++plain;
      }
      out->append(rest_.data(), plain);
      rest_.remove_prefix(plain);
      if (Take("\"")) return true;
      if (!Take("\\") || !Escape(out)) return false;
    }
  }

  bool Unit(uint32_t* unit) {
    if (rest_.size() < 4) return false;
    const std::string digits(rest_.substr(0, 4));
    for (const char c : digits) {
      if (!absl::ascii_isxdigit(c)) return false;
    }
    *unit = static_cast<uint32_t>(std::strtoul(digits.c_str(), nullptr, 16));
    rest_.remove_prefix(4);
    return true;
  }

  bool Escape(std::string* out) {
    if (rest_.empty()) return false;
    static constexpr absl::string_view kEscapes = "\"\"\\\\//b\bf\fn\nr\rt\t";
    if (!Take("u")) {
      for (size_t i = 0; i < kEscapes.size(); i += 2) {
        if (!Take(kEscapes.substr(i, 1))) continue;
        out->push_back(kEscapes[i + 1]);
        return true;
      }
      return false;
    }
    uint32_t code = 0;
    if (!Unit(&code)) return false;
    if (code >= 0xD800 && code < 0xDC00) {
      const absl::string_view before = rest_;
      uint32_t low = 0;
      if (Take("\\u") && Unit(&low) && low >= 0xDC00 && low < 0xE000) {
        AppendUtf8(0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00), out);
        return true;
      }
      rest_ = before;
    }
    if (code >= 0xD800 && code < 0xE000 && !rules_.lone_surrogates) return false;
    AppendUtf8(code, out);
    return true;
  }

  absl::string_view rest_;
  const JsonRules rules_;
};

}  // namespace

bool ParseJson(absl::string_view text, const JsonRules& rules, Json* out) {
  return IsUtf8(text) && Parser(text, rules).Whole(out);
}

}  // namespace a2a::codegen
