// Builds the page into the folder named on the command line (dist/page if none): a static site.
// The firmware's image and the board's description are laid beside it by `cargo kahuna play`.
import { build } from "esbuild";
import { copyFile, mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

const here = fileURLToPath(new URL(".", import.meta.url));
const out = process.argv[2] ?? join(here, "..", "dist", "page");

await mkdir(out, { recursive: true });
// The islands are grown here rather than by every browser that opens the page.
const { outputFiles } = await build({ entryPoints: [join(here, "src/coast.ts")], bundle: true, write: false, format: "esm" });
const { growCoasts } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
await build({
  entryPoints: {
    page: join(here, "src/main.ts"),
    "chip-worker": join(here, "src/chip-worker.ts"),
  },
  outdir: out,
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "none",
  define: { GROWN_COASTS: JSON.stringify(growCoasts()) },
  logLevel: "warning",
});
await build({
  entryPoints: { page: join(here, "styles/page.css") },
  outdir: out,
  bundle: true,
  minify: true,
  logLevel: "warning",
});
await copyFile(join(here, "index.html"), join(out, "index.html"));
