import { openTheBusiness } from './support/opening-day.ts'
import { PHONE, test } from './support/test.ts'

test.use({ ...PHONE, isNew: 'on a phone' })

test('an owner opens the business on a phone', ({ page }) => openTheBusiness(page))
