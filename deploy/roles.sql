-- Lets the site write into the log of moderation and the public list of commitments, but never
-- change them.
--
-- Two roles share the work: cantstop_owner owns the tables and migrates, cantstop is what the site
-- itself signs in as. Run this file as a superuser of PostgreSQL after every migration, as
-- deploy/README.md says; running it again does no harm.

-- Nobody but the owner makes tables, functions or triggers.
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO cantstop;

-- The site reads and writes rows of all tables, also of those that a migration adds.
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO cantstop;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO cantstop;
ALTER DEFAULT PRIVILEGES FOR ROLE cantstop_owner IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO cantstop;
ALTER DEFAULT PRIVILEGES FOR ROLE cantstop_owner IN SCHEMA public
    GRANT USAGE, SELECT ON SEQUENCES TO cantstop;

-- The log of moderation and the public list of commitments only grow. Triggers refuse everything
-- else as well, but the owner of a table may switch its triggers off, and a role with these rights
-- alone may not.
REVOKE ALL ON moderation_moderationaction, games_publishedcommitment FROM cantstop;
GRANT SELECT, INSERT ON moderation_moderationaction, games_publishedcommitment TO cantstop;

-- What was migrated is for the owner to say.
REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM cantstop;

-- All of this is worth nothing while the site's role owns tables, or may act as their owner.
DO $$ BEGIN
    IF EXISTS (
        SELECT FROM pg_tables
        WHERE schemaname = 'public' AND pg_has_role('cantstop', tableowner, 'MEMBER')
    ) THEN
        RAISE EXCEPTION 'cantstop owns tables, or is a superuser or a member of their owner';
    END IF;
END $$;
