import type { DevMail, DevMailSummary } from './dev-mail.ts'
import { escaped, withLinks } from './markup.ts'

/** Plain pages without styles or scripts. */

export function mailListPage(mails: readonly DevMailSummary[], subjects: ReadonlyMap<number, string>): string {
  const rows = mails.map(
    ({ id, kind, to, createdAt, status }) => `
      <li>
        <p><a href="/dev/mail/${id}">${escaped(subjects.get(id) ?? kind)}</a> to ${escaped(to)}<br>
        <time datetime="${createdAt.toISOString()}">${createdAt.toISOString().replace('T', ' ').slice(0, 19)} UTC</time>, ${escaped(kind)}, ${escaped(status)}</p>
      </li>`,
  )
  return page(
    'Outbox',
    `<p>No mail server is set up, so each email is rendered when you open it, with the data as of now. Its links work from then on.</p>
    ${mails.length > 0 ? `<ul>${rows.join('')}\n    </ul>` : '<p>No emails yet.</p>'}`,
  )
}

export function mailPage(mail: DevMail): string {
  const attachments = (mail.attachments ?? []).map(
    ({ filename, content }) => `<h2>Attached: ${escaped(filename)}</h2>\n    <p>${lines(escaped(content))}</p>`,
  )
  return page(
    mail.subject,
    `<p><a href="/dev/mail">All emails</a> · <a href="/dev/mail/${mail.id}/page">View as an email app shows it</a></p>
    <dl>
      <dt>From</dt><dd>${escaped(mail.from)}</dd>
      <dt>To</dt><dd>${escaped(mail.to)}</dd>
      ${mail.replyTo ? `<dt>Replies go to</dt><dd>${escaped(mail.replyTo)}</dd>` : ''}
      <dt>Status</dt><dd>${escaped(mail.status)}</dd>
    </dl>
    <p>${lines(withLinks(mail.text))}</p>
    ${attachments.join('\n    ')}`,
  )
}

/** Line breaks as `<br>`, and URLs may wrap, because an unstyled `pre` would be as wide as its longest line. */
const lines = (html: string) =>
  html
    .trim()
    .replaceAll('\n', '<br>\n')
    .replace(/(?<=>)https?:[^<]+/g, (address) => address.replace(/[/?#=]/g, '$&<wbr>'))

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="robots" content="noindex">
    <title>${escaped(title)}  · email</title>
  </head>
  <body>
    <main>
    <h1>${escaped(title)}</h1>
    ${body}
    </main>
  </body>
</html>
`
}
