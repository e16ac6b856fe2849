#include "load_rival.h"

#include <array>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "load_host.h"

namespace a2a::bench {
namespace {

namespace fs = std::filesystem;

std::string Quoted(const std::string& word) { return "'" + word + "'"; }

// What a command prints; its exit code in *code.
std::string Output(const std::string& command, int* code) {
  std::string all;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) Die("cannot run " + command);
  std::array<char, 4096> buffer;
  while (size_t got = fread(buffer.data(), 1, buffer.size(), pipe)) all.append(buffer.data(), got);
  *code = pclose(pipe);
  return all;
}

}  // namespace

Rival::Rival(const std::string& script, const std::string& folder, const std::string& node)
    : folder_(folder), node_(node) {
  if (!fs::exists(script) && !fs::exists(fs::path(folder) / "peer_a2a_js.mjs")) {
    missing_ = "there is no " + script;
    return;
  }
  fs::create_directories(folder);
  for (const std::string& name : {std::string("peer_a2a_js.mjs"), std::string("package.json")}) {
    const fs::path to = fs::path(folder) / name;
    if (fs::exists(to)) continue;
    fs::copy_file(fs::path(script).parent_path() / name, to);
    fs::permissions(to, fs::perms::owner_write, fs::perm_options::add);
  }
  int code = 0;
  if (!fs::exists(fs::path(folder) / "node_modules/better-sqlite3/build/Release/better_sqlite3.node")) {
    std::fprintf(stderr, "a2a-load: installing the rival into %s; its SQLite may have to be compiled\n",
                 folder.c_str());
    Output("cd " + Quoted(folder) + " && npm install --no-audit --no-fund >npm.log 2>&1", &code);
  }
  if (code == 0) Output("cd " + Quoted(folder) + " && " + Quoted(node) + " peer_a2a_js.mjs memory 1 1 2>&1", &code);
  if (code != 0) missing_ = "it cannot be installed; see " + folder + "/npm.log";
}

double Rival::RoundTrips(const std::string& store, int64_t count, int in_flight) const {
  int code = 0;
  const std::string out = Output("cd " + Quoted(folder_) + " && " + Quoted(node_) + " peer_a2a_js.mjs " + store + " " +
                                     std::to_string(count) + " " + std::to_string(in_flight) + " 2>/dev/null",
                                 &code);
  if (code != 0) Die("the rival failed");
  return nlohmann::json::parse(out)["roundtrips_per_s"];
}

}  // namespace a2a::bench
