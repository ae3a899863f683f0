import { Box } from '../../ui/box.tsx'
import { ConfigurationPage } from './configuration-page.tsx'
import { NumberSettings } from './number-settings.tsx'

/** The five settings of the specification; the tab opens with them. */
export function PricesPage() {
  return (
    <ConfigurationPage name="configuration-prices">
      {(form) => (
        <Box title="Booking">
          <NumberSettings form={form} />
        </Box>
      )}
    </ConfigurationPage>
  )
}
