import { createHash } from 'node:crypto'
import type { AuthorizeRequest } from './authorize.ts'
import { companies } from './companies.ts'
import { paymentScope } from './connections.ts'

const style = `
:root { color-scheme: light dark; --ink: #1d2b33; --soft: #53646e; --paper: #f3f6f5; --card: #fff; --line: #cdd8d6; --deep: #14505c }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8eeee; --soft: #a5b6ba; --paper: #10191d; --card: #18242a; --line: #34464c; --deep: #2b7f8e }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--paper);
  color: var(--ink); font: 16px/1.55 system-ui, sans-serif }
main { width: 100%; max-width: 480px; background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 32px }
h1 { font-size: 24px; line-height: 1.25; margin: 20px 0 8px; text-wrap: balance }
p, ul { margin: 0 0 20px; color: var(--soft) }
ul { padding-left: 20px }
.note { margin: 0; padding: 10px 14px; border-radius: 8px; border: 1px solid var(--line); background: var(--paper); font-size: 14px }
label { display: block; font-weight: 600; margin-bottom: 6px }
select { width: 100%; min-height: 48px; font: inherit; padding: 0 12px; border: 1px solid var(--soft); border-radius: 8px;
  background: var(--card); color: var(--ink) }
.actions { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 24px }
button { flex: 1 1 140px; min-height: 48px; font: inherit; font-weight: 600; border-radius: 8px; border: 1px solid var(--deep);
  background: transparent; color: var(--ink); cursor: pointer }
button.primary { background: var(--deep); color: #fff }
:focus-visible { outline: 3px solid var(--deep); outline-offset: 2px }
code { overflow-wrap: anywhere }
.after { margin: 20px 0 0; font-size: 14px }
`

const styleDigest = createHash('sha256').update(style).digest('base64')

/** No scripts, no framing, no caching. */
export const pageHeaders = {
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleDigest}'; base-uri 'none'; frame-ancestors 'none'`,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
}

const scopeWords: Record<string, string> = {
  [paymentScope]: 'Take, refund and void card payments',
  'com.intuit.quickbooks.accounting': 'Read and change accounting data',
}

export function consentPage(input: AuthorizeRequest, scopes: string[], publicUrl: string): string {
  const hidden = Object.entries(input).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  const options = companies.map(({ realmId, name }) => `<option value="${realmId}">${escapeHtml(name)}</option>`)
  return page(
    'Connect a company',
    `<h1>Let this application use a company’s payments?</h1>
<p><code>${escapeHtml(input.client_id)}</code> wants to:</p>
<ul>${scopes.map((scope) => `<li>${escapeHtml(scopeWords[scope] ?? scope)}</li>`).join('')}</ul>
<form method="post" action="${escapeHtml(publicUrl)}/connect/oauth2">
${hidden.join('\n')}
<label for="realm">Company to connect</label>
<select id="realm" name="realm">${options.join('')}</select>
<div class="actions">
<button class="primary" name="decision" value="approve">Approve</button>
<button name="decision" value="deny">Deny</button>
</div>
</form>
<p class="after">Either way, you'll go back to <code>${escapeHtml(new URL(input.redirect_uri).host)}</code>.</p>`,
  )
}

export function problemPage(parameter: string, explanation: string): string {
  return page(
    'Connection failed',
    `<h1>Connection failed</h1>
<p>The <code>${escapeHtml(parameter)}</code> value is invalid. ${escapeHtml(explanation)}</p>
<p>Go back to the application and try again.</p>`,
  )
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · payments simulator</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="note">This is a simulator of QuickBooks. No real company is connected and no money moves.</p>
${content}
</main>
</body>
</html>
`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
