/** The fake serial port as a script; `run.mjs` puts it here. */
declare const FAKE_PORT: string;
/** axe-core as a script. */
declare const AXE: string;
