// @ts-check
/** What pages ask the console for. */

/** What proves that a page of this session asks. */
export const TOKEN = document.querySelector('meta[name=giza-token]')?.getAttribute('content') ?? '';

/**
 * @param {string} what
 * @param {object} ask
 * @returns {Promise<any>}
 */
export async function call(what, ask) {
    const answer = await fetch(`/transfers/${what}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Giza-Token': TOKEN },
        body: JSON.stringify(ask),
    });
    const json = await answer.json().catch(() => ({}));
    if (!answer.ok) {
        const sentence = json.error ?? `The console answered ${answer.status}`;
        throw Object.assign(new Error(sentence), { status: answer.status });
    }
    return json;
}

/**
 * @param {Blob} blob
 * @returns {Promise<string>} in base 64
 */
export async function sha256(blob) {
    const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer());
    return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

/**
 * @param {string} bucket
 * @param {string} key
 * @param {string | null} uploadId
 */
export function encodeTarget(bucket, key, uploadId) {
    return [bucket, key, uploadId ?? ''].map(encodeURIComponent).join(' ');
}

/** @param {number} bytes */
export function size(bytes) {
    const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
    let unit = 0;
    while (bytes >= 1024 && unit < units.length - 1) {
        bytes /= 1024;
        unit++;
    }
    return `${unit === 0 || bytes >= 100 ? bytes.toFixed(0) : bytes.toFixed(1)} ${units[unit]}`;
}

/** How many slices are under way at once, of all files together. */
export const AT_ONCE = 4;

/** @type {(() => void)[]} */
const waiting = [];
let slots = AT_ONCE;

/** Waits until a slice may begin. */
export async function slot() {
    if (slots > 0) {
        slots--;
        return;
    }
    await new Promise(resolve => waiting.push(() => resolve(undefined)));
}

/** Lets the next one begin. */
export function release() {
    const next = waiting.shift();
    if (next) {
        next();
    } else {
        slots++;
    }
}
