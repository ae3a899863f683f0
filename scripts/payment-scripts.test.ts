import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Why the scripts of the site contain each package of others; by its name or its first part. */
const WHY: Record<string, string> = {
  '@radix-ui': 'dialogs and tabs: focus, keyboard, screen readers',
  '@simplewebauthn/browser': "passkeys of staff, in the portal only; not on a guest's page",
  '@tanstack': 'asks this server, keeps and repeats its answers',
  'aria-hidden': 'hides the page behind an open dialog from screen readers',
  'lucide-react': 'icons',
  react: 'everything on the screen',
  'react-dom': 'the same',
  'react-hook-form': 'forms, also that of the card: keeps what is typed until it is sent',
  'react-router': 'which page an address shows',
  scheduler: 'part of React',
  suncalc: 'sunrise and sunset of a trip',
  uqr: 'QR codes of links and gifts',
  zod: 'checks what is typed and what the server answers',
}
/** Of these the site has fonts and styles, no script. */
const NO_SCRIPTS = /^(@fontsource|tailwindcss)/

test('every package in the scripts of the site is in the inventory, with its version and why', async () => {
  const notices = await readFile(join(root, 'apps/web/dist/third-party.txt'), 'utf8')
  const packages = [...notices.matchAll(/^(@?[a-z][\w./-]*) (\d+\.\d+\.\d\S*)(?: \(.*\))?$/gm)]
    .map(([, name, version]) => ({ name: name!, version: version! }))
    .filter(({ name }) => !NO_SCRIPTS.test(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
  const why = ({ name }: { name: string }) => WHY[name] ?? WHY[name.split('/')[0]!]
  expect(packages.filter((one) => !why(one))).toEqual([])
  const names = packages.map(({ name, version }) => `${name} ${version}`)
  const [wide, wider] = [names, packages.map(why)].map((column) => Math.max(...column.map((cell) => cell!.length)))
  const row = (name: string, reason: string) => `| ${name.padEnd(wide!)} | ${reason.padEnd(wider!)} |`
  const page = [
    '# Scripts of the payment page',
    '',
    'The inventory that PCI DSS 6.4.3 asks for, written from the build: `npm run test:unit -- scripts/payment-scripts -u`. A package without a',
    'reason fails that test. Cards are typed on pages of this site, and all of its scripts come from this site alone, under `/assets/`:',
    '',
    "- **Our own**, the site itself. `card-token.ts` sends the card to Intuit's address for card tokens, and nothing else sends it anywhere.",
    '- **Packages built into them**, below. None is loaded from anywhere at run time, and none is added by a tag manager.',
    '- **With reCAPTCHA set up**, and only then, `www.google.com` and `www.gstatic.com`: the bot check of payments. It is off by default.',
    '',
    "The Content-Security-Policy of each page (`security-headers.ts`) lets the browser run nothing else: no other site's script, none written into",
    'the page. It lets the page talk to this site, to Intuit for card tokens, and with reCAPTCHA to Google. The files as built, each with its SHA-256, are',
    'listed in `apps/web/dist/built.sha256`; the server checks them at each start and every ten minutes (docs/rules.md §12.17).',
    '',
    row('package', 'why'),
    row('-'.repeat(wide!), '-'.repeat(wider!)),
    ...packages.map((one, index) => row(names[index]!, why(one)!)),
    '',
  ].join('\n')
  await expect(page).toMatchFileSnapshot('../docs/security/payment-scripts.md')
})
