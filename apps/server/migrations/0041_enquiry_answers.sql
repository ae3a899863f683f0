-- What the owner notes about an enquiry, and when it was answered.
alter table enquiries add column admin_notes text;
alter table enquiries add column responded_at timestamptz;
