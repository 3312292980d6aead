import type { Hello, Language } from "../protocol.js";
import type { Words } from "../words.js";
import { sentence } from "../view/now.js";
import type { Fault } from "./messages.js";
import type { Report } from "./model.js";
import { nameOf } from "./names.js";

/** A report that was made, and where it comes from. */
export interface Exported {
  readonly report: Extract<Report, { kind: "made" }>;
  /** Null if the board has not said who it is. */
  readonly hello: Hello | null;
  readonly isVirtual: boolean;
  readonly language: Language;
  /** The board has no clock: this is when it was exported, not when it was tested. */
  readonly at: Date;
}

/** Changes whenever something that was there means something else or is gone; docs/page.md has the shape. */
const VERSION = 1;

/** A fault with the members that the link has. */
function faultFields({ fault, part, found, with: other, withLamp, message }: Fault): object {
  return {
    fault,
    ...(part.kind === "line" && { connection: part.name }),
    ...(part.kind === "button" && { button: part.name }),
    ...(part.kind === "lamp" && { lamp: part.name }),
    ...(found !== null && { found }),
    ...(other !== null && { with: other }),
    ...(withLamp !== null && { with_lamp: withLamp }),
    message,
  };
}

/** The report for programs. */
export function reportJson({ report, hello, isVirtual, language, at }: Exported): string {
  const { summary, faults } = report;
  const content = {
    format: "kahuna-selftest",
    version: VERSION,
    exported: at.toISOString(),
    language,
    board: {
      name: hello?.board ?? null,
      firmware: hello?.firmware ?? null,
      protocol: hello?.protocol ?? null,
      virtual: isVirtual,
    },
    report: {
      passed: summary.passed,
      complete: summary.complete,
      faults: summary.faults,
      learnt: summary.learnt,
      message: summary.message,
    },
    faults: faults.map(faultFields),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** The report for people: reads as it stands, and is Markdown where that is understood. */
export function reportText({ report, hello, isVirtual, at }: Exported, words: Words): string {
  const { report: names, passed, failed, noFaults } = words.selfTest;
  const board = hello?.board ?? "?";
  const lines = [
    `# ${names.title}`,
    "",
    `- ${names.board}: ${isVirtual ? `${board} (${names.virtual})` : board}`,
    `- ${names.firmware}: ${hello === null ? "?" : `${hello.firmware}, ${names.protocol} ${hello.protocol}`}`,
    `- ${names.exported}: ${at.toISOString().slice(0, 16).replace("T", " ")} UTC`,
    `- ${names.result}: **${report.summary.passed ? passed : failed}** – ${sentence(report.summary.message)}`,
    "",
    `## ${names.faults}`,
    "",
    ...(report.faults.length === 0
      ? [noFaults]
      : report.faults.map(({ fault, part, message }, index) => `${index + 1}. ${nameOf(words, part.name)} (\`${fault}\`): ${sentence(message)}`)),
  ];
  return `${lines.join("\n")}\n`;
}

/** What the files are called, without what comes behind the point. */
export const reportName = ({ hello, at }: Exported): string =>
  `selftest-${hello?.board ?? "board"}-${at.toISOString().slice(0, 10)}`;
