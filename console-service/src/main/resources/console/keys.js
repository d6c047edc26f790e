// @ts-check
/** Selects objects of a list, by mouse or keyboard, with Shift for a range. */

const form = /** @type {HTMLFormElement | null} */ (document.getElementById('objects'));
const all = /** @type {HTMLInputElement | null} */ (document.getElementById('all'));
const button = /** @type {HTMLButtonElement | null} */ (document.getElementById('delete'));
const text = document.getElementById('selected');

if (form && all && button && text) {
    const boxes = /** @type {HTMLInputElement[]} */ ([
        ...form.querySelectorAll('tbody input[type=checkbox]')]);
    let last = -1;

    const show = () => {
        const count = boxes.filter(box => box.checked).length;
        button.disabled = count === 0;
        text.textContent = count === 0 ? 'selected' : `${count} selected`;
        all.checked = count === boxes.length;
        all.indeterminate = count > 0 && count < boxes.length;
    };

    all.addEventListener('change', () => {
        boxes.forEach(box => { box.checked = all.checked; });
        show();
    });
    boxes.forEach((box, index) => box.addEventListener('click', event => {
        if (event.shiftKey && last >= 0) {
            const [from, to] = last < index ? [last, index] : [index, last];
            boxes.slice(from, to + 1).forEach(each => { each.checked = box.checked; });
        }
        last = index;
        show();
    }));
    form.addEventListener('submit', event => {
        const chosen = boxes.filter(box => box.checked);
        const folders = chosen.filter(box => box.name === 'folder').length;
        const what = `${chosen.length} selected`
            + (folders > 0 ? ', with all that lies in the folders' : '');
        if (!confirm(`Delete ${what}?`)) {
            event.preventDefault();
        }
    });
    show();
}
