import { expect, test } from 'vitest'
import { likelyEmail } from './likely-email.ts'

test.each([
  'gmial.com',
  'gmial.con',
  'gmail,com',
  'gmail.co',
  'gmail.con',
  'gmai.com',
  'gamil.com',
  'GMail.cm',
  'gmaill.com',
])('ada@%s was meant for gmail.com', (domain) => expect(likelyEmail(`ada@${domain}`)).toBe('ada@gmail.com'))

test.each([
  ['hotmial.com', 'hotmail.com'],
  ['hotmal.con', 'hotmail.com'],
  ['yaho.cm', 'yahoo.com'],
  ['iclould.com', 'icloud.com'],
  ['comcats.net', 'comcast.net'],
  ['verizon.ner', 'verizon.net'],
  ['rayfishing.con', 'rayfishing.com'],
  ['Mail.RayFishing.cmo', 'mail.rayfishing.com'],
])('ada@%s was meant for %s', (domain, meant) => expect(likelyEmail(`ada@${domain}`)).toBe(`ada@${meant}`))

test.each([
  'ada@gmail.com',
  'ada@mail.com',
  'ada@mail.co',
  'ada@ymail.com',
  'ada@yahoo.ca',
  'ada@hotmail.de',
  'ada@aon.co',
  'ada@example.com',
  'ada',
  '@gmial.com',
  'ada@',
  '',
])('leaves %s alone', (typed) => expect(likelyEmail(typed)).toBeUndefined())
