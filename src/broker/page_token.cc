#include "broker/page_token.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "broker/errors.h"

namespace a2a::broker {

std::string PageToken(absl::string_view list, absl::string_view place) {
  // The length keeps list and place apart, whatever the two hold.
  return absl::WebSafeBase64Escape(absl::StrCat(list.size(), ":", list, place));
}

absl::StatusOr<std::string> PlaceOf(absl::string_view token, absl::string_view list, absl::string_view path) {
  std::string text;
  const std::string prefix = absl::StrCat(list.size(), ":", list);
  if (absl::WebSafeBase64Unescape(token, &text) && text.compare(0, prefix.size(), prefix) == 0) {
    std::string place = text.substr(prefix.size());
    if (PageToken(list, place) == token) return place;
  }
  return InvalidParams(path,
                       "a page token is the nextPageToken of an earlier page of the same list, asked for by the "
                       "same agent with the same filters; this is none");
}

}  // namespace a2a::broker
