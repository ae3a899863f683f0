import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerWith, showToAdmin } from '../../testing/show.tsx'
import { AdminMerchantTab } from './admin-merchant-tab.tsx'

const STATUS = { isConnected: true, realmId: '1', needsRefresh: false, message: 'Connected' }
const REFRESH = {
  autoRefreshEnabled: true,
  nextRefreshCheck: null,
  proactiveRefreshEnabled: true,
  proactiveThreshold: 10,
  lastRefreshed: null,
  lastFailed: null,
}

test('a failed action shows advice', async () => {
  answerWith({
    'GET /api/quickbooks/oauth/status': () => Response.json(STATUS),
    'GET /api/quickbooks/oauth/refresh/status': () => Response.json(REFRESH),
  })
  showToAdmin(<AdminMerchantTab />)
  fireEvent.click(await screen.findByRole('button', { name: 'Reconnect' }))
  expect(await screen.findByText('Failed to initiate connection. Please try again in a moment.')).toBeDefined()
})
