import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';
import { z } from 'zod';
import type { UpdateCheck } from '../contracts/shell.ts';
import { compareVersions } from '../contracts/versions.ts';

/** The address of the release feed in a `package.json`; empty if there is none. */
export const releaseFeedOf = z
  .object({ releaseFeed: z.string().max(300).default('') })
  .transform(({ releaseFeed }) => releaseFeed);

const timeoutMs = 10_000;
const maxBytes = 64 * 1024;

const versionPattern = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/;

/** The answer of the release feed: the newest version, and where to download it. */
const releaseSchema = z.object({
  version: z.string().regex(versionPattern, 'a version such as 1.2.3'),
  page: z
    .url({ protocol: /^https$/ })
    .max(300)
    .optional(),
});

/** HTTPS, or plain HTTP to this machine. */
function isSafe(address: URL): boolean {
  if (address.protocol === 'https:') return true;
  return address.protocol === 'http:' && address.hostname === '127.0.0.1';
}

/**
 * Fetches a small text. Follows no redirects, and sends only the request.
 * @throws Error unless a 200 arrives within the limits of size and time.
 */
function fetchText(address: URL): Promise<string> {
  return new Promise((resolve, reject) => {
    const get = address.protocol === 'https:' ? getHttps : getHttp;
    const request = get(address, { headers: { accept: 'application/json' } }, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      if (response.statusCode !== 200) {
        request.destroy(new Error(`the answer has status ${response.statusCode}`));
        return;
      }
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxBytes) request.destroy(new Error('the answer is too long'));
        else chunks.push(chunk);
      });
      response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
      response.on('error', reject);
    });
    const timer = setTimeout(
      () => request.destroy(new Error('it did not answer in time')),
      timeoutMs,
    );
    request.on('error', reject);
    request.on('close', () => clearTimeout(timer));
  });
}

function unknown(current: string, message: string): UpdateCheck {
  return { current, latest: null, newer: false, message };
}

function outcome(current: string, release: z.infer<typeof releaseSchema>): UpdateCheck {
  const latest = release.version.replace(/^v/, '');
  const newer = compareVersions(latest, current) > 0;
  const where = release.page === undefined ? '' : ` Download it from ${release.page}.`;
  const message = newer ? `Version ${latest} is out.${where}` : 'This is the newest version.';
  return { current, latest, newer, message };
}

/**
 * Asks the release feed for the newest version. Never throws: the message reports failures.
 * @param feed its address; empty if this build has none.
 */
export async function askReleaseFeed(
  current: string,
  feed: string,
  fetch: (address: URL) => Promise<string> = fetchText,
): Promise<UpdateCheck> {
  if (feed === '') return unknown(current, 'This build has no address for update checks.');
  try {
    const address = new URL(feed);
    if (!isSafe(address)) throw new Error('its address is not HTTPS');
    return outcome(current, releaseSchema.parse(JSON.parse(await fetch(address))));
  } catch (error) {
    const why =
      error instanceof z.ZodError || error instanceof SyntaxError
        ? 'its answer is malformed'
        : error instanceof Error
          ? error.message
          : String(error);
    return unknown(current, `The release feed could not be read: ${why}.`);
  }
}
