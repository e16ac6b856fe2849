// Collects figures over rounds and prints one table and one JSON file.
#ifndef A2A_TESTS_BENCH_LOAD_REPORT_H_
#define A2A_TESTS_BENCH_LOAD_REPORT_H_

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace a2a::bench {

// Values of the rounds by name; a figure is the median.
class Samples {
 public:
  void Add(const std::string& name, double value) { values_[name].push_back(value); }
  bool Has(const std::string& name) const { return values_.count(name) != 0; }
  double Median(const std::string& name) const;
  nlohmann::json ToJson() const { return values_; }

 private:
  std::map<std::string, std::vector<double>> values_;
};

class Report {
 public:
  // One line: what was measured, our value, what it is measured against, and the target as a condition on both.
  struct Figure {
    std::string name, ours, floor, target;
    bool met = true;
    bool judged = true;  // false: shown only
  };
  void Add(const Figure& figure) { figures_.push_back(figure); }
  void Note(const std::string& text) { notes_.push_back(text); }
  void Print() const;
  nlohmann::json ToJson() const;

 private:
  std::vector<Figure> figures_;
  std::vector<std::string> notes_;
};

// "12.3k", "4.56", "789".
std::string Show(double value);
std::string Percent(double part, double whole);

}  // namespace a2a::bench

#endif  // A2A_TESTS_BENCH_LOAD_REPORT_H_
