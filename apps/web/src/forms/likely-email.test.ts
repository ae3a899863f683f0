import { expect, test } from 'vitest'
import { likelyEmail } from './likely-email.ts'

test.each(['gmial.com', 'gmail.co', 'gmail.con', 'gmai.com', 'gamil.com', 'GMail.cm', 'gmaill.com'])(
  'ada@%s was meant for gmail.com',
  (domain) => expect(likelyEmail(`ada@${domain}`)).toBe('ada@gmail.com'),
)

test.each(['ada@gmail.com', 'ada@mail.com', 'ada@ymail.com', 'ada@example.com', 'ada', '@gmial.com', 'ada@', ''])(
  'leaves %s alone',
  (typed) => expect(likelyEmail(typed)).toBeUndefined(),
)
