import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FileFormat } from '../../domain/contracts/reporter.ts';
import { forHtml, forScriptData } from '../../domain/display/html.ts';
import { startOf } from '../../domain/transcript/endings.ts';
import { sessionPath } from '../../domain/transcript/session-key.ts';
import type { RunResult } from '../../domain/verdicts/run-result.ts';
import type { SessionResult } from '../../domain/verdicts/session-result.ts';
import { blockId, REPORT_ID } from './report-data.ts';
import { type KnownSession, reportDataOf } from './report-data-of.ts';
import { resultLimit } from './session/preview-of.ts';
import { sessionViewOf } from './session/session-view-of.ts';

/** The script and the style of the page, as they were built. */
export type PageParts = { script: string; style: string };

/** Sessions of one compressed block share their words, and opening one of them inflates all. */
const BLOCK_SESSIONS = 40;
const BLOCK_CHARACTERS = 400_000;

/**
 * The run as one HTML file that asks nothing of anybody: sessions as compressed data that the page inflates when one is
 * opened, one script and one style, both named by their hash in the page's own security policy. Sessions are read one at a
 * time, ordered by key.
 */
export function htmlReport({ page }: { page: PageParts }): FileFormat {
  return {
    name: 'html',
    async *write(run, sessions) {
      yield head(run, page);
      const known = new Map<string, KnownSession>();
      const files = new Map(run.sessions.map(({ key, file }) => [sessionPath(key), file]));
      const maxResult = resultLimit(run.sessions.length);
      let block: string[] = [];
      let characters = 0;
      let blocks = 0;
      for await (const session of sessions) {
        const path = sessionPath(session.key);
        const view = JSON.stringify(sessionViewOf(session, { seed: run.seed, file: files.get(path), maxResult }));
        known.set(path, knownOf(session, [blocks, block.length]));
        block.push(view);
        characters += view.length;
        if (block.length < BLOCK_SESSIONS && characters < BLOCK_CHARACTERS) continue;
        yield blockElement(block, blocks);
        blocks += 1;
        block = [];
        characters = 0;
      }
      if (block.length > 0) yield blockElement(block, blocks);
      const data = JSON.stringify(reportDataOf(run, { known }));
      yield `<script type="application/json" id="${REPORT_ID}">${forScriptData(data)}</script>\n`;
      yield `<script>${page.script}</script>\n</body>\n</html>\n`;
    },
  };
}

function knownOf({ transcript, tags }: SessionResult, at: KnownSession['at']): KnownSession {
  const persona = startOf(transcript)?.user.persona;
  return { tags, ...(persona === undefined ? {} : { persona }), at };
}

/** Compressed and in letters that end no element. */
function blockElement(views: readonly string[], block: number): string {
  const bytes = gzipSync(`[${views.join(',')}]`, { level: 9 });
  return `<script type="application/json" id="${blockId(block)}">"${bytes.toString('base64')}"</script>\n`;
}

/** The policy lets the page's own script and style in, by their hash, and nothing else: no request leaves the page. */
function policyOf({ script, style }: PageParts): string {
  return [
    "default-src 'none'",
    `script-src '${sourceHash(script)}'`,
    `style-src '${sourceHash(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

function sourceHash(source: string): string {
  return `sha256-${createHash('sha256').update(source, 'utf8').digest('base64')}`;
}

/** Readable without the script as far as it goes: what came of the run stands in the text. */
function head(run: RunResult, page: PageParts): string {
  const { totals, gate } = run;
  const title = forHtml(`Rehearsal: ${run.id}`);
  const sentence = `${totals.passed} of ${totals.sessions} sessions passed, ${totals.failed} failed, ${totals.invalid} invalid; gate ${gate.status}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(page)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${page.style}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header id="top"></header>
<main id="main" tabindex="-1">
<h1>${title}</h1>
<p>${forHtml(sentence)}</p>
<noscript><p>The sessions are shown by a script, which this browser does not run.</p></noscript>
</main>
`;
}
