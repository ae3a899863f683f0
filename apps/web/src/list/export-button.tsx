import { Download } from 'lucide-react'
import { Button } from '../ui/button.tsx'

interface ExportButtonProps {
  progress: { done: number; total: number } | undefined
  onStart: () => void
}

/** Saves the whole list as a CSV file; says how far it has come. */
export function ExportButton({ progress, onStart }: ExportButtonProps) {
  return (
    <>
      <Button icon={<Download className="icon" aria-hidden />} busy={progress !== undefined} onClick={onStart}>
        {progress ? (
          <span className="num">{sayProgress(progress)}</span>
        ) : (
          <span>
            <span className="max-[700px]:sr-only">Export </span>CSV
          </span>
        )}
      </Button>
      <span className="sr" role="status">
        {progress && 'Exporting'}
      </span>
    </>
  )
}

function sayProgress({ done, total }: { done: number; total: number }): string {
  return total === 0 ? 'Exporting…' : `${done} of ${total}`
}
