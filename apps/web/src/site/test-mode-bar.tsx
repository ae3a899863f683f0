import { FlaskConical } from 'lucide-react'
import { useSiteData } from '../site-data.ts'

export function TestModeBar() {
  const { testMode } = useSiteData()
  if (!testMode) return null
  return (
    <aside className="test-mode" aria-label="Test mode">
      <FlaskConical className="i" aria-hidden />
      Test mode, no money is taken
    </aside>
  )
}
