// Builds the page into the folder named on the command line (dist/page if none): a static site.
// The firmware's image and the board's description are laid beside it by `cargo kahuna play`.
import { build } from "esbuild";
import { copyFile, mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

const here = fileURLToPath(new URL(".", import.meta.url));
const out = process.argv[2] ?? join(here, "..", "dist", "page");

await mkdir(out, { recursive: true });
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
