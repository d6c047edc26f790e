// @ts-check
/** Which uploads are unfinished, so that they go on after a reload: the browser keeps them. */

/**
 * @typedef {{id: string, bucket: string, key: string, size: number, uploadId: string,
 *     partSize: number}} Unfinished
 */

/** @returns {Promise<IDBDatabase>} */
function open() {
    return new Promise((resolve, reject) => {
        const request = indexedDB.open('giza-uploads', 1);
        request.onupgradeneeded = () =>
            request.result.createObjectStore('uploads', { keyPath: 'id' });
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
}

/**
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest} use
 * @returns {Promise<any>}
 */
async function within(mode, use) {
    try {
        const database = await open();
        return await new Promise((resolve, reject) => {
            const request = use(database.transaction('uploads', mode).objectStore('uploads'));
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
        }).finally(() => database.close());
    } catch {
        // Browsers keep nothing in private windows; then uploads end with the page.
        return undefined;
    }
}

/** @param {Unfinished} upload */
export const remember = upload => within('readwrite', store => store.put(upload));

/** @param {string} id */
export const forget = id => within('readwrite', store => store.delete(id));

/**
 * @param {string} id
 * @returns {Promise<Unfinished | undefined>}
 */
export const remembered = id => within('readonly', store => store.get(id));

/** @returns {Promise<Unfinished[]>} */
export const unfinished = async () =>
    await within('readonly', store => store.getAll()) ?? [];
