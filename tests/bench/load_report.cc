#include "load_report.h"

#include <algorithm>
#include <cstdio>

#include "load_host.h"

namespace a2a::bench {

double Samples::Median(const std::string& name) const {
  auto found = values_.find(name);
  if (found == values_.end()) Die("nothing was measured under the name " + name);
  std::vector<double> values = found->second;
  std::sort(values.begin(), values.end());
  size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::string Show(double value) {
  char text[32];
  const char* format = value >= 100000 ? "%.0fk" : value >= 10000 ? "%.1fk" : value >= 100 ? "%.0f" : "%.3g";
  std::snprintf(text, sizeof(text), format, value >= 10000 ? value / 1000 : value);
  return text;
}

std::string Percent(double part, double whole) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.0f %%", whole == 0 ? 0 : 100 * part / whole);
  return text;
}

void Report::Print() const {
  size_t width[4] = {6, 4, 5, 6};
  for (const Figure& f : figures_) {
    const std::string* cells[] = {&f.name, &f.ours, &f.floor, &f.target};
    for (int i = 0; i < 4; ++i) width[i] = std::max(width[i], cells[i]->size());
  }
  auto line = [&width](const std::string& a, const std::string& b, const std::string& c, const std::string& d,
                       const char* verdict) {
    std::printf("%-*s  %*s  %*s  %-*s  %s\n", static_cast<int>(width[0]), a.c_str(), static_cast<int>(width[1]),
                b.c_str(), static_cast<int>(width[2]), c.c_str(), static_cast<int>(width[3]), d.c_str(), verdict);
  };
  line("figure", "ours", "floor", "target", "");
  for (const Figure& f : figures_) line(f.name, f.ours, f.floor, f.target, !f.judged ? "" : f.met ? "ok" : "MISSED");
  for (const std::string& note : notes_) std::printf("%s\n", note.c_str());
}

nlohmann::json Report::ToJson() const {
  nlohmann::json all = nlohmann::json::array();
  for (const Figure& f : figures_) {
    nlohmann::json one = {{"figure", f.name}, {"ours", f.ours}, {"floor", f.floor}, {"target", f.target}};
    if (f.judged) one["met"] = f.met;
    all.push_back(one);
  }
  return {{"figures", all}, {"notes", notes_}};
}

}  // namespace a2a::bench
