import { FlaskConical } from 'lucide-react'
import { useSiteData } from '../site-data.ts'

export function TestModeBar() {
  const { testMode } = useSiteData()
  if (!testMode) return null
  return (
    <p className="test-mode">
      <FlaskConical className="i" aria-hidden />
      Test mode, no money is taken
    </p>
  )
}
