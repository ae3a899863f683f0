-- The daily comparison of our card payments with the provider's own record of each: when it is due, and the last one.
create table book_comparisons (
  environment text primary key,
  next_at timestamptz not null,
  leased_until timestamptz not null,
  compared_at timestamptz,
  charges_read integer,
  -- Nothing is known of these: the provider did not answer.
  charges_unread integer,
  check ((compared_at is null) = (charges_read is null) and (compared_at is null) = (charges_unread is null))
);
