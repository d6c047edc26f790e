// @ts-check
/** The panel of uploads: files and folders that are dropped or chosen, and how far they are. */

import { size } from './calls.js';
import { unfinished } from './memory.js';
import { Transfer } from './transfer.js';

const FILES_AT_ONCE = 4;
const drop = /** @type {HTMLElement} */ (document.getElementById('drop'));
const list = /** @type {HTMLElement} */ (document.getElementById('upload-list'));
const panel = /** @type {HTMLElement} */ (document.getElementById('uploads'));
const total = /** @type {HTMLProgressElement} */ (document.getElementById('total'));
const totalText = /** @type {HTMLElement} */ (document.getElementById('total-text'));
const bucket = drop.dataset.bucket ?? '';
const prefix = drop.dataset.prefix ?? '';
/** @type {Map<Transfer, () => void>} */
const transfers = new Map();
/** @type {{time: number, bytes: number}[]} */
let samples = [];

/** @param {string} text @param {() => void} act @param {string} label */
function button(text, act, label) {
    const made = document.createElement('button');
    made.type = 'button';
    made.className = 'quiet small';
    made.textContent = text;
    made.setAttribute('aria-label', `${text} ${label}`);
    made.addEventListener('click', act);
    return made;
}

/** @param {Transfer} transfer */
function row(transfer) {
    const item = document.createElement('li');
    const label = document.createElement('span');
    label.className = 'label';
    label.textContent = transfer.key;
    const buttons = document.createElement('span');
    buttons.className = 'buttons';
    const bar = document.createElement('progress');
    bar.max = 1;
    bar.setAttribute('aria-label', transfer.key);
    const state = document.createElement('span');
    state.className = 'state';
    item.append(label, buttons, bar, state);
    list.append(item);
    const pause = button('Pause', () => transfer.pause(), transfer.key);
    const resume = button('Resume', () => { transfer.state = 'waiting'; next(); }, transfer.key);
    const cancel = button('Cancel', async () => {
        await transfer.cancel().catch(() => {});
        transfers.delete(transfer);
        item.remove();
        show();
    }, transfer.key);
    let shown = '';
    return () => {
        bar.value = transfer.file.size === 0
            ? Number(transfer.state === 'done') : transfer.sent / transfer.file.size;
        const words = { waiting: 'waiting', running: '', paused: 'paused', done: 'done',
            failed: `failed: ${transfer.problem}` };
        state.textContent = transfer.state === 'running'
            ? `${size(transfer.sent)} of ${size(transfer.file.size)}`
            : `${words[transfer.state]} (${size(transfer.file.size)})`;
        state.classList.toggle('bad', transfer.state === 'failed');
        if (shown !== transfer.state) {
            shown = transfer.state;
            buttons.replaceChildren(...{
                waiting: [pause, cancel], running: [pause, cancel], paused: [resume, cancel],
                failed: [resume, cancel], done: [] }[transfer.state]);
        }
    };
}

function next() {
    const all = [...transfers.keys()];
    let running = all.filter(each => each.state === 'running').length;
    for (const each of all) {
        if (running >= FILES_AT_ONCE) {
            break;
        }
        if (each.state === 'waiting') {
            running++;
            each.run().then(next);
        }
    }
    show();
}

function show() {
    const all = [...transfers.keys()];
    panel.hidden = all.length === 0 && list.childElementCount === 0;
    const bytes = all.reduce((sum, each) => sum + each.file.size, 0);
    const sent = all.reduce((sum, each) => sum + each.sent, 0);
    const done = all.filter(each => each.state === 'done').length;
    const failed = all.filter(each => each.state === 'failed').length;
    total.value = bytes === 0 ? Number(done === all.length) : sent / bytes;
    if (all.length === 0) {
        totalText.textContent = '';
        return;
    }
    if (done === all.length) {
        totalText.replaceChildren(`${done} of ${done} uploaded. `);
        const link = document.createElement('a');
        link.href = location.href;
        link.textContent = 'Show them';
        totalText.append(link);
        return;
    }
    const now = performance.now();
    samples.push({ time: now, bytes: sent });
    samples = samples.filter(each => now - each.time < 8000);
    const seconds = (now - samples[0].time) / 1000;
    const rate = seconds > 0.5 ? Math.max(0, (sent - samples[0].bytes) / seconds) : 0;
    const left = rate > 0 ? `, ${size(rate)}/s, ${time((bytes - sent) / rate)} left` : '';
    totalText.textContent = `${done} of ${all.length} files, ${size(sent)} of ${size(bytes)}${left}`
        + (failed > 0 ? `, ${failed} failed` : '');
}

/** @param {number} seconds */
function time(seconds) {
    return seconds < 90 ? `${Math.ceil(seconds)} s`
        : seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/** @param {File} file @param {string} name below the folder that is shown */
function add(file, name) {
    const key = prefix + name;
    for (const item of list.querySelectorAll('li[data-unfinished]')) {
        if (item instanceof HTMLElement && item.dataset.unfinished === key) {
            item.remove();
        }
    }
    /** @type {() => void} */
    let draw = () => {};
    let due = false;
    const transfer = new Transfer(bucket, key, file, () => {
        if (!due) {
            due = true;
            requestAnimationFrame(() => { due = false; draw(); show(); });
        }
    });
    draw = row(transfer);
    transfers.set(transfer, draw);
    draw();
}

/** @param {FileSystemEntry} entry @param {string} path */
async function walk(entry, path) {
    if (entry.isFile) {
        const file = await new Promise((resolve, reject) =>
            /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject));
        add(file, path + entry.name);
        return;
    }
    const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
    for (;;) {
        /** @type {FileSystemEntry[]} */
        const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
        if (entries.length === 0) {
            return;
        }
        for (const each of entries) {
            await walk(each, `${path}${entry.name}/`);
        }
    }
}

for (const id of ['files', 'folders']) {
    const input = /** @type {HTMLInputElement} */ (document.getElementById(id));
    input.addEventListener('change', () => {
        [...input.files ?? []].forEach(file => add(file, file.webkitRelativePath || file.name));
        input.value = '';
        next();
    });
}
drop.addEventListener('dragover', event => {
    event.preventDefault();
    drop.classList.add('over');
});
drop.addEventListener('dragleave', () => drop.classList.remove('over'));
drop.addEventListener('drop', async event => {
    event.preventDefault();
    drop.classList.remove('over');
    const entries = [...event.dataTransfer?.items ?? []]
        .map(item => item.webkitGetAsEntry()).filter(entry => entry !== null);
    for (const entry of entries) {
        await walk(entry, '');
    }
    next();
});
addEventListener('beforeunload', event => {
    if ([...transfers.keys()].some(each => each.state === 'running')) {
        event.preventDefault();
    }
});

for (const each of (await unfinished()).filter(upload => upload.bucket === bucket)) {
    const item = document.createElement('li');
    item.dataset.unfinished = each.key;
    const label = document.createElement('span');
    label.className = 'label';
    label.textContent = each.key;
    const state = document.createElement('span');
    state.className = 'state';
    state.textContent = `unfinished (${size(each.size)}): choose the file again, and it goes on`;
    item.append(label, document.createElement('span'), state);
    list.append(item);
}
show();
