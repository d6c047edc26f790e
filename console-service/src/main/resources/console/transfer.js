// @ts-check
/** One file on its way into a bucket: in slices, each tried again, so that it can be resumed. */

import { AT_ONCE, call, encodeTarget, release, sha256, slot, TOKEN } from './calls.js';
import { forget, remember, remembered } from './memory.js';

const TRIES = 6;
const FIRST_PAUSE = 500;

/** Whether S3 is not reached from here, so that bytes go through the console. */
let relayed = false;

/** @typedef {{number: number, etag: string, size: number, sha256: string}} Part */

/** Thrown where the user wants a pause. */
class Paused extends Error {}

/** What no second try will mend. */
class Refused extends Error {}

export class Transfer {
    /**
     * @param {string} bucket
     * @param {string} key
     * @param {File} file
     * @param {(transfer: Transfer) => void} changed
     */
    constructor(bucket, key, file, changed) {
        this.bucket = bucket;
        this.key = key;
        this.file = file;
        this.changed = changed;
        /** @type {'waiting' | 'running' | 'paused' | 'done' | 'failed'} */
        this.state = 'waiting';
        this.problem = '';
        this.done = 0;
        /** @type {Map<number, number>} bytes of slices under way */
        this.moving = new Map();
        /** @type {Set<XMLHttpRequest>} */
        this.requests = new Set();
        /** @type {string | null} */
        this.uploadId = null;
        /** How often it was begun: what an earlier run left behind ends by itself. */
        this.runs = 0;
    }

    /** @returns {string} what tells this file from others, also after a reload */
    get id() {
        return [this.bucket, this.key, this.file.size, this.file.lastModified].join('\n');
    }

    /** @returns {number} */
    get sent() {
        let sum = this.done;
        this.moving.forEach(bytes => { sum += bytes; });
        return Math.min(sum, this.file.size);
    }

    async run() {
        this.state = 'running';
        this.problem = '';
        this.runs++;
        this.changed(this);
        try {
            await this.upload();
            this.state = 'done';
            this.done = this.file.size;
        } catch (error) {
            if (error instanceof Paused || /** @type {string} */ (this.state) === 'paused') {
                this.state = 'paused';
            } else {
                this.state = 'failed';
                this.problem = error instanceof Error ? error.message : String(error);
                this.requests.forEach(request => request.abort());
            }
        } finally {
            this.moving.clear();
            this.changed(this);
        }
    }

    pause() {
        if (this.state === 'running' || this.state === 'waiting') {
            this.state = 'paused';
            this.requests.forEach(request => request.abort());
            this.changed(this);
        }
    }

    /** Gives it up, with what S3 has of it. */
    async cancel() {
        this.pause();
        if (this.uploadId) {
            await call('abort', { bucket: this.bucket, key: this.key, uploadId: this.uploadId });
        }
        await forget(this.id);
    }

    /**
     * Returns the upload that was begun before a reload, if S3 still has it.
     *
     * @param {Map<number, Part>} parts takes those that arrived
     * @returns {Promise<{uploadId: string | null, partSize: number} | undefined>}
     */
    async known(parts) {
        const known = await remembered(this.id);
        if (!known) {
            return undefined;
        }
        try {
            const found = await call('parts', {
                bucket: this.bucket, key: this.key, uploadId: known.uploadId });
            found.parts.forEach((/** @type {Part} */ part) => parts.set(part.number, part));
            return known;
        } catch (error) {
            if (error instanceof Error && 'status' in error && error.status === 404) {
                return undefined;
            }
            throw error;
        }
    }

    /** @returns {Promise<{uploadId: string | null, partSize: number}>} */
    async begin() {
        const begun = await call('begin', {
            bucket: this.bucket, key: this.key, type: this.file.type, size: this.file.size });
        if (begun.uploadId) {
            await remember({
                id: this.id, bucket: this.bucket, key: this.key, size: this.file.size,
                uploadId: begun.uploadId, partSize: begun.partSize });
        }
        return begun;
    }

    async upload() {
        /** @type {Map<number, Part>} */
        const parts = new Map();
        const begun = await this.known(parts) ?? await this.begin();
        this.uploadId = begun.uploadId;
        if (!begun.uploadId) {
            await this.slice(0, this.file);
            return;
        }
        const size = begun.partSize;
        this.done = [...parts.values()].reduce((sum, part) => sum + part.size, 0);
        this.changed(this);
        /** @type {number[]} */
        const missing = [];
        for (let number = 1; (number - 1) * size < this.file.size; number++) {
            if (!parts.has(number)) {
                missing.push(number);
            }
        }
        const run = this.runs;
        const goesOn = () => this.runs === run && this.state === 'running';
        const worker = async () => {
            while (goesOn() && missing.length > 0) {
                const number = /** @type {number} */ (missing.shift());
                const slice = this.file.slice((number - 1) * size, number * size);
                parts.set(number, await this.slice(number, slice));
                this.done += slice.size;
                this.moving.delete(number);
                this.changed(this);
            }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, worker));
        if (!goesOn()) {
            throw new Paused();
        }
        await call('complete', {
            bucket: this.bucket, key: this.key, uploadId: begun.uploadId,
            parts: [...parts.values()].sort((one, other) => one.number - other.number) });
        await forget(this.id);
    }

    /**
     * @param {number} number of the part, 0 for the whole object
     * @param {Blob} blob
     */
    async slice(number, blob) {
        await slot();
        try {
            for (let attempt = 1; ; attempt++) {
                if (this.state !== 'running') {
                    throw new Paused();
                }
                try {
                    return await this.attempt(number, blob);
                } catch (error) {
                    this.moving.delete(number);
                    if (error instanceof Paused || /** @type {string} */ (this.state) !== 'running') {
                        throw new Paused();
                    }
                    if (error instanceof Refused || attempt === TRIES) {
                        throw error;
                    }
                    this.changed(this);
                    await new Promise(resolve =>
                        setTimeout(resolve, FIRST_PAUSE * 2 ** (attempt - 1)));
                }
            }
        } finally {
            release();
        }
    }

    /**
     * @param {number} number
     * @param {Blob} blob
     */
    async attempt(number, blob) {
        const digest = await sha256(blob);
        const etag = relayed
            ? await this.relay(number, blob, digest)
            : await this.direct(number, blob, digest);
        return { number, etag, size: blob.size, sha256: digest };
    }

    /**
     * @param {number} number
     * @param {Blob} blob
     * @param {string} digest
     * @returns {Promise<string>}
     */
    async direct(number, blob, digest) {
        const signed = await call('sign', {
            bucket: this.bucket, key: this.key, uploadId: this.uploadId, type: this.file.type,
            slices: [{ number, sha256: digest }] });
        try {
            const answer = await this.send(number, blob, signed.urls[0], digest, {});
            return answer.getResponseHeader('ETag') ?? '';
        } catch (error) {
            // The console is reached where S3 is not: it passes the bytes on.
            if (error instanceof TypeError && this.state === 'running') {
                const etag = await this.relay(number, blob, digest);
                relayed = true;
                return etag;
            }
            throw error;
        }
    }

    /**
     * @param {number} number
     * @param {Blob} blob
     * @param {string} digest
     * @returns {Promise<string>}
     */
    async relay(number, blob, digest) {
        const answer = await this.send(
            number, blob, `/transfers/relay?number=${number}`, digest, {
                'X-Giza-Token': TOKEN,
                'X-Giza-Target': encodeTarget(this.bucket, this.key, this.uploadId) });
        return JSON.parse(answer.responseText).etag;
    }

    /**
     * @param {number} number
     * @param {Blob} blob
     * @param {string} url
     * @param {string} digest
     * @param {Record<string, string>} headers
     * @returns {Promise<XMLHttpRequest>}
     */
    send(number, blob, url, digest, headers) {
        return new Promise((resolve, reject) => {
            const request = new XMLHttpRequest();
            this.requests.add(request);
            request.open('PUT', url);
            request.setRequestHeader('x-amz-checksum-sha256', digest);
            if (number === 0) {
                request.setRequestHeader(
                    'Content-Type', this.file.type || 'application/octet-stream');
            }
            Object.entries(headers).forEach(([name, value]) =>
                request.setRequestHeader(name, value));
            request.upload.addEventListener('progress', event => {
                this.moving.set(number, event.loaded);
                this.changed(this);
            });
            request.addEventListener('loadend', () => this.requests.delete(request));
            request.addEventListener('abort', () => reject(new Paused()));
            request.addEventListener('error', () => reject(new TypeError('S3 is not reached')));
            request.addEventListener('load', () => {
                if (request.status >= 200 && request.status < 300) {
                    resolve(request);
                } else {
                    const text = /<Message>([^<]*)/.exec(request.responseText)?.[1]
                        ?? `S3 answered ${request.status}`;
                    const mends = request.status >= 500 || request.status === 429
                        || request.status === 408 || request.status === 403;
                    reject(mends ? new Error(text) : new Refused(text));
                }
            });
            request.send(number === 0 && blob.size === 0 ? new Blob([]) : blob.slice(0, blob.size, ''));
        });
    }
}
