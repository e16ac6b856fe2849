// The dependency direction of src/, and the single homes of SQLite, file descriptors, clock and randomness.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { root } from '../support/paths.js';
import { breaches, mayInclude } from './rules.js';
import { readSources } from './sources.js';

const cpp = /\.(?:cc|h)$/;

test('src/ and generated/cpp keep the dependency direction and the single homes', () => {
  const sources = [...readSources(root, 'src', cpp), ...readSources(root, 'generated/cpp', cpp)];
  assert.ok(sources.length > 20, `only ${sources.length} sources were found`);
  assert.deepEqual(breaches(sources), []);
});

test('every folder with C++ sources has its rule', () => {
  const folders = new Set(readSources(root, 'src', cpp).map(({ file }) => file.split('/')));
  for (const parts of folders) {
    if (parts.length > 2) assert.ok(parts[1] !== undefined && parts[1] in mayInclude, parts.join('/'));
  }
});

const planted: [file: string, text: string, says: RegExp][] = [
  ['src/broker/x.cc', '#include <sqlite3.h>\n', /x\.cc:1: sqlite3\.h/],
  ['src/rpc/x.cc', '\n  #  include "sqlite3.h"\n', /x\.cc:2: sqlite3\.h/],
  ['src/broker/x.cc', '#include "json/writer.h"\n', /broker includes json\/writer\.h/],
  ['src/broker/x.cc', '#include "store/database.h"\n', /store\/store\.h alone/],
  ['src/broker/x.cc', '#include "rpc/engine.h"\n', /broker includes rpc\/engine\.h/],
  ['src/rpc/x.cc', '#include "broker/broker.h"\n', /rpc includes broker/],
  ['src/store/x.cc', '#include "broker/broker.h"\n', /store includes broker/],
  ['src/json/x.cc', '#include "a2a/wire/types.pb.h"\n', /json includes a2a/],
  ['src/base/x.cc', '#include "json/cursor.h"\n', /base includes json/],
  ['generated/cpp/a2a/wire/x.cc', '#include "rpc/engine.h"\n', /generated includes rpc/],
  ['src/rpc/x.cc', '#include <unistd.h>\n', /file descriptors/],
  ['src/broker/x.cc', 'int n = ::write(1, p, 2);\n', /calls on file descriptors/],
  ['src/cli/x.cc', 'if (poll(&fd, 1, 0) < 0) {}\n', /calls on file descriptors/],
  ['src/broker/x.cc', 'auto t = time(nullptr);\n', /system clock/],
  ['src/store/x.cc', 'auto t = std::chrono::system_clock::now();\n', /system clock/],
  ['src/broker/x.cc', 'std::random_device d;\n', /randomness/],
  ['src/web/x.cc', 'int x;\n', /no place/],
];

for (const [file, text, says] of planted) {
  test(`a planted breach turns the check red: ${file} with ${text.trim()}`, () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'a2a-layering-'));
    try {
      mkdirSync(path.join(dir, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(dir, file), text);
      const found = breaches(readSources(dir, file.split('/')[0] ?? '', cpp));
      assert.match(found.join('\n'), says);
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
}

test('comments and member functions of the same name are no breach', () => {
  const text = '// #include <sqlite3.h> and time(0)\n/* poll(x) */ log_.write(1); store->open(2); a::read(3);\nconst char* s = "time(0)";\n';
  assert.deepEqual(breaches([{ file: 'src/broker/x.cc', text }]), []);
});
