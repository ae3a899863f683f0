import type { DaySheet } from '@arcadia/contract/admin/dashboard'
import { setDayGuide } from '@arcadia/contract/admin/day-guides'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { SelectField } from '../../ui/field.tsx'

/** Who guides that day, where it could be one of several. */
export function DayGuide({ sheet: { date, guide, choices } }: { sheet: DaySheet }) {
  const set = useMutation({
    mutationFn: (guideId: number | null) => call(setDayGuide, { params: { date }, body: { guideId } }),
  })
  if (choices.length < 2) return null
  return (
    <div className="mb-4 max-w-64 print:hidden">
      <SelectField
        label="Guide"
        value={guide?.id ?? ''}
        disabled={set.isPending}
        onChange={({ target }) => set.mutate(Number(target.value) || null)}
      >
        <option value="">Not set</option>
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <FailedBanner of={set} />
    </div>
  )
}
