import { Box } from '../../ui/box.tsx'
import { ConfigurationPage } from './configuration-page.tsx'
import { NUMBERS, NumberSettings } from './number-settings.tsx'

/** The five settings of the specification, and the price of a private morning; the tab opens with them. */
export function PricesPage() {
  return (
    <ConfigurationPage name="configuration-prices" settings={NUMBERS.map(({ name }) => name)}>
      {(form) => (
        <Box title="Prices">
          <NumberSettings form={form} />
        </Box>
      )}
    </ConfigurationPage>
  )
}
