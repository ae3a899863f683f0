import { Box } from '../../ui/box.tsx'
import { ChangeList } from './change-history.tsx'

/** What owners changed in these settings: the end of their page. */
export function SettingsHistory({ names }: { names: readonly string[] }) {
  return (
    <Box title="Change log" className="mt-4">
      <ChangeList kind="configuration" id={names.join(',')} />
    </Box>
  )
}
