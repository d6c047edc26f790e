// @ts-check
/** Whether this browser reaches S3, and if not, what is wrong. */

const SKEW = 15 * 60 * 1000;
const clock = /** @type {HTMLElement} */ (document.getElementById('clock'));
const ahead = Date.now() - Number(clock.dataset.now);
const line = /** @type {HTMLElement} */ (clock.querySelector('p'));
line.textContent = Math.abs(ahead) > SKEW
    ? `This browser's clock is ${Math.round(ahead / 60000)} minutes off: signed links fail beyond 15.`
    : 'This browser and the console have the same time.';
line.className = Math.abs(ahead) > SKEW ? 'bad' : 'good';

/** @param {string} url @returns {Promise<[boolean, string]>} */
async function look(url) {
    if (location.protocol === 'https:' && url.startsWith('http:')) {
        return [false, 'The console has TLS and S3 has none, which browsers refuse.'];
    }
    // It is signed by nobody, so S3 refuses it; that the page sees so is what is asked.
    const target = `${url}/connection-check/none?X-Amz-Algorithm=AWS4-HMAC-SHA256`;
    try {
        const answer = await fetch(target, { signal: AbortSignal.timeout(5000), cache: 'no-store' });
        const text = await answer.text();
        return text.includes('<Error>')
            ? [true, 'This browser reaches S3, and S3 takes requests of this page.']
            : [false, 'Something answers that is no S3: a proxy, or a wrong path.'];
    } catch {
        try {
            await fetch(target, { mode: 'no-cors', signal: AbortSignal.timeout(5000) });
            return [false, 'S3 is reached, but takes no requests of this page: add '
                + `${location.origin} to giza.gateway.console-origins of the gateways (CORS).`];
        } catch {
            return [false, 'S3 is not reached: the name leads nowhere, nothing listens, or the '
                + 'certificate is not trusted by this browser. Open the URL in a tab to see which.'];
        }
    }
}

for (const each of document.querySelectorAll('.s3')) {
    if (each instanceof HTMLElement) {
        const result = /** @type {HTMLElement} */ (each.querySelector('.browser'));
        look(each.dataset.url ?? '').then(([fine, text]) => {
            result.textContent = text;
            result.classList.add(fine ? 'good' : 'bad');
        });
    }
}
