// Builds the page's tests and runs them in Node's test runner; a word on the command line chooses files, a second tests.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

const here = fileURLToPath(new URL(".", import.meta.url));
const out = join(here, "..", "dist", "page-tests");
if (process.argv[2] === "--transcript") {
  const file = join(out, "take-transcript.mjs");
  await build({ entryPoints: [join(here, "take-transcript.ts")], outfile: file, bundle: true, platform: "node", format: "esm", packages: "external" });
  process.exit(spawnSync(process.execPath, [file], { stdio: "inherit" }).status ?? 1);
}
const [wanted = "", title = "."] = process.argv.slice(2);
const files = readdirSync(here).filter((name) => name.endsWith(".test.ts") && name.includes(wanted));
const { outputFiles } = await build({
  entryPoints: [join(here, "fake-port.ts")],
  bundle: true,
  write: false,
  format: "iife",
});
await build({
  entryPoints: files.map((name) => join(here, name)),
  outdir: out,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
  define: {
    FAKE_PORT: JSON.stringify(outputFiles[0].text),
    AXE: JSON.stringify(readFileSync(join(here, "..", "node_modules", "axe-core", "axe.min.js"), "utf8")),
  },
  logLevel: "warning",
});
const tests = files.map((name) => join(out, name.replace(/\.ts$/, ".mjs")));
// One at a time: a page in real time needs a core for its worker and one for the browser.
const { status } = spawnSync(process.execPath, ["--test", "--test-reporter=spec", "--test-concurrency=1", `--test-name-pattern=${title}`, ...tests], { stdio: "inherit" });
process.exit(status ?? 1);
