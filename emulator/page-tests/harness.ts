import assert from "node:assert/strict";
import { access, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, resolve } from "node:path";
import { after, afterEach } from "node:test";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";

/** The folder that `cargo kahuna play --export` has written. */
export const SITE = resolve(process.env["KAHUNA_SITE"] ?? "dist/site");
/** Where the pictures go: into the documentation only if that is wanted, for no two runs give the same bytes. */
export const PICTURES = resolve(process.env["UPDATE"] === "1" ? "../docs/screenshots" : "dist/screenshots");

const KINDS: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
};

async function serve(): Promise<string> {
  await access(join(SITE, "firmware.bin")).catch(() => {
    throw new Error(`${SITE} holds no page with its firmware; first: cargo kahuna play --export emulator/dist/site`);
  });
  const server = createServer((request, response) => {
    const name = (request.url ?? "/").split("?")[0]?.slice(1) || "index.html";
    readFile(join(SITE, name)).then(
      (body) => response.writeHead(200, { "content-type": KINDS[extname(name)] ?? "application/octet-stream" }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  server.unref();
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
  "--no-first-run",
];

let site: Promise<string> | null = null;
let browser: Promise<Browser> | null = null;
const contexts: BrowserContext[] = [];
const faults: string[] = [];

after(async () => {
  await (await browser)?.close();
});

afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  assert.deepEqual(faults.splice(0), [], "the browser's console has errors");
});

export interface Opening {
  readonly width?: number;
  readonly height?: number;
  readonly locale?: string;
  readonly query?: string;
  /** A script that runs before the page's own. */
  readonly before?: string;
  readonly reducedMotion?: "reduce";
}

/** Opens the page in a fresh browser window. Any error in its console fails the test. */
export async function open({ width = 1280, height = 800, locale = "en-GB", query = "", before, reducedMotion }: Opening = {}): Promise<Page> {
  site ??= process.env["KAHUNA_URL"] ? Promise.resolve(process.env["KAHUNA_URL"]) : serve();
  browser ??= chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: FLAGS });
  const context = await (await browser).newContext({
    viewport: { width, height },
    locale,
    acceptDownloads: true,
    ...(reducedMotion && { reducedMotion }),
  });
  contexts.push(context);
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(error.message));
  if (before !== undefined) await page.addInitScript(before);
  await page.goto(`${await site}/${query}`);
  await page.waitForSelector(".archipelago");
  return page;
}

interface Fault {
  readonly id: string;
  readonly impact: string;
  readonly where: string[];
}

/** What axe finds on the page as it is now that keeps somebody from using it. */
export async function seriousFaults(page: Page): Promise<Fault[]> {
  await page.evaluate(AXE);
  const faults = await page.evaluate(async () => {
    const axe = (window as unknown as { axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> } }).axe;
    const { violations } = await axe.run();
    return violations.map(({ id, impact, nodes }): Fault => ({ id, impact, where: nodes.map(({ html }) => html) }));
  });
  return faults.filter(({ impact }) => impact === "serious" || impact === "critical");
}

export { readFile };
