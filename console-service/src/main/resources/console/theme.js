// @ts-check
/** Light or dark, as chosen; and the questions before what destroys. */

const KEY = 'giza-theme';
const root = document.documentElement;

/** @returns {string | null} */
function kept() {
    try {
        return localStorage.getItem(KEY);
    } catch {
        return null;
    }
}

/** @returns {string} */
function current() {
    return root.dataset.theme
        ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
}

const before = kept();
if (before === 'light' || before === 'dark') {
    root.dataset.theme = before;
}

document.getElementById('theme')?.addEventListener('click', () => {
    const next = current() === 'dark' ? 'light' : 'dark';
    root.dataset.theme = next;
    try {
        localStorage.setItem(KEY, next);
    } catch {
        // The choice lasts as long as the page.
    }
});

document.addEventListener('click', event => {
    const target = event.target instanceof Element ? event.target.closest('[data-confirm]') : null;
    if (target instanceof HTMLElement && !confirm(target.dataset.confirm)) {
        event.preventDefault();
    }
});

/** Copies what a button names, where the browser lets pages do so. */
document.addEventListener('click', async event => {
    const button = event.target instanceof Element ? event.target.closest('[data-copy]') : null;
    if (button instanceof HTMLElement) {
        await navigator.clipboard.writeText(button.dataset.copy ?? '');
        button.textContent = 'Copied';
    }
});
