import { openTheBusiness } from './support/opening-day.ts'
import { test } from './support/test.ts'

// A file of its own, because a business opens once.
test.use({ isNew: 'at a desk' })

test('an owner opens the business at a desk', ({ page }) => openTheBusiness(page))
