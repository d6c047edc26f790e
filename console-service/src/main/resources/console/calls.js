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

/** @type {ArrayBuffer | undefined} where slices are read into, one after the other */
let memory;
/** @type {Promise<unknown>} */
let turn = Promise.resolve();

/**
 * Slices are read one at a time and into the same memory: what a slice took would else be there
 * until the browser looks for what is of no use, and that may be many slices later.
 *
 * @param {Blob} blob
 * @returns {Promise<string>} in base 64
 */
export function sha256(blob) {
    const mine = turn.then(async () => {
        const digest = await crypto.subtle.digest('SHA-256', await bytes(blob));
        return btoa(String.fromCharCode(...new Uint8Array(digest)));
    });
    turn = mine.catch(() => {});
    return mine;
}

/**
 * @param {Blob} blob
 * @returns {Promise<BufferSource>} its bytes, until the next call
 */
async function bytes(blob) {
    let reader;
    try {
        reader = blob.stream().getReader({ mode: 'byob' });
    } catch {
        // A browser that does not read into memory that is there already.
        return blob.arrayBuffer();
    }
    let own = memory && memory.byteLength >= blob.size ? memory : new ArrayBuffer(blob.size);
    memory = undefined;
    let filled = 0;
    while (filled < blob.size) {
        const { value, done } = await reader.read(new Uint8Array(own, filled, blob.size - filled));
        if (done || !value) {
            throw new Error('The file has become shorter.');
        }
        own = value.buffer;
        filled += value.byteLength;
    }
    memory = own;
    return new Uint8Array(own, 0, filled);
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
