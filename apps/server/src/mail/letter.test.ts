import { addresses, portal } from '@arcadia/contract/addresses'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  action,
  callOrText,
  facts,
  givenName,
  greet,
  letter,
  maskedAddress,
  nameInMail,
  ofStaffInMail,
  plainLine,
  staffInMail,
} from './letter.ts'
import { attachedPictures, PICTURES, type PictureName, withPictures } from './pictures.ts'

const hi = { subject: 'Hi', headline: 'How are you', name: null }
const head = { publicUrl: 'http://localhost', business: { name: 'Arcadia', email: 'a@b.example', phone: '555' } }

test('greets by name in any alphabet', () => {
  expect(greet('José-María O’Neill')).toBe('Hello José-María O’Neill,')
  expect(greet('李')).toBe('Hello 李,')
})

test('leaves out anything that is not a name, so strangers put no words into our emails', () => {
  for (const name of [null, '', 'Win at evil.example', 'https://evil', '<b>Ana</b>']) expect(greet(name)).toBe('Hello,')
})

test('cuts a long name where a word ends', () => {
  expect(greet('Maria Magdalena Josefina Concepción de la Santísima Trinidad')).toBe(
    'Hello Maria Magdalena Josefina Concepción de,',
  )
  expect(greet('x'.repeat(60))).toBe(`Hello ${'x'.repeat(40)},`)
})

test('a letter has paragraphs and a sender', () => {
  const { text } = letter(head, hi, 'One.', false, facts({ Confirmation: 7, Card: null, Trip: 'today' }))
  expect(text).toBe(
    'How are you\n\nHello,\n\nOne.\n\nTrip: today\nConfirmation: 7\n\nQuestions? 555, or just reply.\nArcadia, Arcadia, Florida\n',
  )
})

test('the foot offers a reply only where replies reach us, and to people who work here neither', () => {
  const foot = (phone: string, email: string, name: string | null | undefined = null) =>
    letter({ ...head, business: { name: 'Arcadia', phone, email } }, { ...hi, name }, 'One.').text.split('One.\n\n')[1]
  expect(foot('555', '')).toBe('Questions? Call 555.\nArcadia, Arcadia, Florida\n')
  expect(foot('', 'a@b.example')).toBe('Questions? Just reply.\nArcadia, Arcadia, Florida\n')
  expect(foot('', '')).toBe('Arcadia, Arcadia, Florida\n')
  const { name: _, ...toStaff } = hi
  expect(letter(head, toStaff, 'One.').text).not.toContain('Questions?')
})

test('who typed one name is greeted by the first, several people and titles in full', () => {
  const all = [
    'Sam Reed',
    'Priya Raman & family',
    'Grandpa & Grandma',
    'Grandma Rose',
    'Mr. & Mrs. Tate',
    'Tom and Ana',
    'Grant Andrews',
  ]
  expect(all.map((typed) => greet(givenName(typed)))).toEqual([
    'Hello Sam,',
    'Hello Priya Raman & family,',
    'Hello Grandpa & Grandma,',
    'Hello Grandma Rose,',
    'Hello Mr. & Mrs. Tate,',
    'Hello Tom and Ana,',
    'Hello Grant,',
  ])
})

test('the HTML has the same content, with user input escaped', () => {
  const { html, text } = letter(
    head,
    { ...hi, subject: 'A <question>' },
    'He wrote:\n<script>alert(1)</script> https://fish.example/a?b=1&c=2',
    facts({ Name: '"Ana" & Bo' }),
    action('Answer it', portal.bookings.href({ id: 1 })),
  )
  expect(text).toContain(`Answer it: http://localhost${portal.bookings.href({ id: 1 })}`)
  expect(html).toContain('<title>A &lt;question&gt;</title>')
  expect(html).toContain('He wrote:<br>&lt;script&gt;')
  expect(html).toContain('<a href="https://fish.example/a?b=1&amp;c=2">')
  expect(html).toContain('&quot;Ana&quot; &amp;&nbsp;Bo')
  expect(html).toContain(`href="http://localhost${portal.bookings.href({ id: 1 }).replace('&', '&amp;')}"`)
  expect(html).not.toContain('<script')
})

test("what a guest wrote leads nowhere in either version, and the owner's own links do", () => {
  const quote = { lead: 'Their message:', quote: 'Look at https://evil.example/a\nor www.evil.example.' }
  const { html, text } = letter(head, hi, quote, 'Map: https://maps.example/a')
  expect(text).toContain('Their message:\n> Look at https: //evil. example/a\n> or www. evil. example.')
  expect(html).toContain('Look at https: //evil. example/a<br>or www. evil. example.')
  expect(html.match(/href="[^"]*"/g)).toEqual(['href="http://localhost"', 'href="https://maps.example/a"'])
})

test('the facts of all emails have one order, however they are listed', () => {
  const { text } = letter(head, hi, facts({ Confirmation: 'JB-1', Balance: '$1.00', Group: 2, Phone: '555' }))
  expect(text).toContain('Phone: 555\nGroup: 2\nBalance: $1.00\nConfirmation: JB-1')
})

test('an address is masked so that its reader knows it and finds no word of whoever typed it', () => {
  expect(maskedAddress('dana.lee@gmail.com')).toBe('d***@g***.com')
  expect(maskedAddress('win@buy.now.example')).toBe('w***@b***.example')
})

test('a name or phone is written without links and line breaks', () => {
  expect(nameInMail('https://evil.example', 'Ray')).toBe('https: //evil. example Ray')
  expect(nameInMail('J.R.', 'St. John')).toBe('J.R. St. John')
  expect(nameInMail('Ana', null)).toBe('Ana')
  expect(plainLine('call www.evil.example\n863 555 0142')).toBe('call www. evil. example 863 555 0142')
})

test('the HTML loads nothing external', () => {
  const { html } = letter(head, hi, action('Go', addresses.season.href()))
  expect(html).not.toMatch(/<img|<link|src=|url\(|@import/)
})

type Attached = Awaited<ReturnType<typeof attachedPictures>>[number]

test('a picture comes in the email itself, small enough for a phone', async () => {
  for (const [name, shows] of Object.entries(PICTURES) as [PictureName, string][]) {
    const { html, picture } = letter(head, { ...hi, picture: name }, 'One.')
    const [{ cid, content, contentDisposition }] = (await attachedPictures({ picture: picture! })) as [Attached]
    expect(html).toContain(`<img src="cid:${cid}" alt="${shows}"`)
    expect(contentDisposition).toBe('inline')
    expect(content.byteLength).toBeLessThanOrEqual(80_000)
    expect(html.match(/src=/g)).toHaveLength(1)
    expect(await withPictures(html, { picture: name })).toMatch(/<img src="data:image\/jpeg;base64,\/9j/)
  }
})

test('a QR code comes in the email itself, with a white edge, and leads where it says', async () => {
  const square = { qr: addresses.gift.href({ id: 'abc', token: 'T0KEN' }), says: 'Scan it.' }
  const mail = letter(head, { ...hi, picture: 'gift-cypress' }, 'One.', square)
  const { html, text, qr } = mail
  expect(qr).toBe('http://localhost/gift/abc#T0KEN')
  expect(text).not.toContain('T0KEN')
  const [, png] = await attachedPictures(mail)
  expect(html).toContain(`<img src="cid:${png!.cid}" alt="Scan it."`)
  const { data, info } = await sharp(png!.content).greyscale().raw().toBuffer({ resolveWithObject: true })
  expect([...data.subarray(0, info.width * 24)].every((pixel) => pixel === 255)).toBe(true)
  expect(new Set(data)).toEqual(new Set([0, 255]))
  expect(await withPictures(html, mail)).toMatch(/<img src="data:image\/png;base64,/)
})

test('a name that makes the headline longer than two lines of a phone stands in the plain text alone', () => {
  const name = 'Grandma and Grandpa Wojciechowski'
  const { html, text } = letter(head, { ...hi, headline: "It's on its way", name })
  expect(html).toMatch(/<h1[^>]*>It&#39;s on its way<\/h1>/)
  expect(text).toContain(`Hello ${name},`)
})

test('the first way on is the button, the others are links; the name stands in the headline', () => {
  const [first, second] = [action('Go', addresses.season.href()), action('Or here', addresses.home.href())]
  const phone = facts({ Phone: callOrText('8635550142') })
  const { html, buttons } = letter(head, { ...hi, name: 'Ada' }, 'One.', phone, first, second)
  expect(buttons?.[0]).toMatch(/#season$/)
  expect(html.match(/class="button"/g)).toHaveLength(1)
  expect(html).toMatch(/class="button" [^>]*>Go</)
  expect(buttons).toHaveLength(3)
  expect(html).toContain('How are you, Ada</h1>')
})

test('a link and what is to be known of it stand beside the fact they belong to', () => {
  const pay = action('Pay', addresses.home.href(), 'Forward it.')
  const balance = facts({ Balance: { value: '$5.00', way: pay }, Confirmation: 'JB-9' })
  const { html, text } = letter(head, hi, action('Go', addresses.season.href()), balance, 'Last words.')
  expect(text).toMatch(/Balance: \$5\.00\nPay: http\S+\nForward it\.\nConfirmation: JB-9\n\nLast words/)
  expect(html).toMatch(/>\$5\.00<br><a [^>]*>Pay<\/a><span [^>]*>Forward it\.<\/span><\/td>/)
})

test('the longest day of the year fits on its line, also on the smallest phone', () => {
  const { html } = letter(head, { ...hi, day: { date: '2027-09-29' } }, 'One.')
  const size = (width: number) =>
    Number(new RegExp(`max-width: ${width}px\\) {.*?\\.big { font-size: (\\d+)px`, 's').exec(html)?.[1])
  // 12 letters, each at most 0.62 of the size.
  expect(12 * 0.62 * size(520)).toBeLessThanOrEqual(350)
  expect(12 * 0.62 * size(380)).toBeLessThanOrEqual(280)
})

test('a number calls at a tap and texts at another, and stands once in the plain text', () => {
  const { html, text } = letter(head, hi, 'One.', facts({ Phone: callOrText('8635550142') }))
  expect(html).toMatch(/href="tel:\+18635550142".*href="sms:\+18635550142"[^>]*>Send a text</s)
  expect(text).toContain('Phone: (863) 555-0142\n\n')
  expect(letter(head, hi, 'One.', facts({ Phone: callOrText('863 555 0142 x12') })).html).not.toContain('sms:')
})

test('an inbox shows the facts of the head, then the first words', () => {
  const day = { date: '2027-05-21', lines: ['8:00 AM Eastern', undefined] }
  expect(letter(head, { ...hi, day }, 'Two spots are yours.').html).toContain(
    '>8:00 AM Eastern. Two spots are yours.</div>',
  )
})

test('people who work here are named, the reader is you, and nobody is called by the name of the first start', () => {
  const marlene = {
    firstName: 'Marlene',
    lastName: null,
    username: 'marlene',
    position: 'OWNER',
    email: 'm@example.com',
  }
  expect(staffInMail(marlene, 'owner@example.com')).toBe('Marlene')
  expect(staffInMail(marlene, 'M@example.com')).toBe('You')
  const first = { firstName: null, lastName: null, username: 'admin', position: 'OWNER', email: 'admin@localhost' }
  expect(staffInMail(first, 'm@example.com')).toBe('An owner')
  expect(ofStaffInMail(first)).toBe('an owner')
  expect(ofStaffInMail({ ...first, firstName: 'Ana' })).toBe('Ana')
  expect(ofStaffInMail({ ...first, username: 'www.evil.example' })).toBe('www. evil. example')
})

test('the date stands in large type, struck where the day is called off', () => {
  const day = { date: '2027-05-21', lines: ['8:00 AM Eastern', undefined] }
  expect(letter(head, { ...hi, day }, 'One.').html).toMatch(/>Friday<.*>May 21<.*>8:00 AM Eastern</s)
  const off = letter(head, { ...hi, day: { date: '2027-05-21', isNow: 'Called off' } }, 'One.').html
  expect(off).toMatch(/<s>Friday, <span[^>]*>May 21<\/span><\/s>.*>Called off</s)
})

test('a confirmation number, a phone number and the day of a date stand on one line in the HTML, also at its head', () => {
  const phone = '(863) 555-0142'
  const business = { ...head.business, phone }
  const { html, text } = letter(
    { ...head, business },
    { ...hi, headline: 'Your date is booked: Monday, May 17, 2027, JB-01234567' },
    `Call ${phone} or open https://a.example/JB-01234567.`,
    facts({ Confirmation: 'JB-01234567' }),
  )
  const whole = (words: string) => `<span style="white-space:nowrap">${words}</span>`
  expect(html).toContain(`booked: Monday, ${whole('May 17')}, 2027, ${whole('JB-01234567')}</h1>`)
  const dialed = `<a href="tel:+18635550142">${whole(phone)}</a>`
  expect(html).toContain(`Call ${dialed} or`)
  expect(html).toContain(`>${whole('JB-01234567')}</td>`)
  expect(html).toContain(`Questions? ${dialed}, or just&nbsp;reply.<br>`)
  expect(html).toContain('href="https://a.example/JB-01234567"')
  expect(text).not.toContain('span')
})
