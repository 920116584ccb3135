-- Only adds: servers of the release before go on beside those of this one.
--
-- Nothing is made in the name of a player who has been deleted, or for one: whoever makes a row for a player finds the player there, and whoever deletes the player
-- comes before it or after it: a file has one writer. The seats of a game (`black`, `white`) are taken by the journal, which looks itself, because its batches have
-- events of other games.
CREATE TRIGGER names_need_their_players BEFORE INSERT ON names BEGIN
    SELECT RAISE(ABORT, 'no such player: names.player_id')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.player_id AND kind IS NOT 'deleted');
END;
CREATE TRIGGER accounts_need_their_players BEFORE INSERT ON accounts BEGIN
    SELECT RAISE(ABORT, 'no such player: accounts.player_id')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.player_id AND kind IS NOT 'deleted');
    SELECT RAISE(ABORT, 'no such player: accounts.owner')
    WHERE NEW.owner IS NOT NULL AND NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.owner AND kind IS NOT 'deleted');
END;
CREATE TRIGGER known_devices_need_their_players BEFORE INSERT ON known_devices BEGIN
    SELECT RAISE(ABORT, 'no such player: known_devices.player_id')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.player_id AND kind IS NOT 'deleted');
END;
CREATE TRIGGER invitations_need_their_players BEFORE INSERT ON invitations BEGIN
    SELECT RAISE(ABORT, 'no such player: invitations.inviter')
    WHERE NEW.inviter IS NOT NULL AND NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.inviter AND kind IS NOT 'deleted');
END;
CREATE TRIGGER authenticators_need_their_players BEFORE INSERT ON authenticators BEGIN
    SELECT RAISE(ABORT, 'no such player: authenticators.player_id')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.player_id AND kind IS NOT 'deleted');
END;
CREATE TRIGGER recovery_codes_need_their_players BEFORE INSERT ON recovery_codes BEGIN
    SELECT RAISE(ABORT, 'no such player: recovery_codes.player_id')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.player_id AND kind IS NOT 'deleted');
END;
CREATE TRIGGER mails_need_their_players BEFORE INSERT ON mails BEGIN
    SELECT RAISE(ABORT, 'no such player: mails.player_id')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.player_id AND kind IS NOT 'deleted');
END;
CREATE TRIGGER mail_links_need_their_players BEFORE INSERT ON mail_links BEGIN
    SELECT RAISE(ABORT, 'no such player: mail_links.player_id')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.player_id AND kind IS NOT 'deleted');
END;
CREATE TRIGGER identities_need_their_players BEFORE INSERT ON identities BEGIN
    SELECT RAISE(ABORT, 'no such player: identities.player_id')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.player_id AND kind IS NOT 'deleted');
END;
CREATE TRIGGER passkeys_need_their_players BEFORE INSERT ON passkeys BEGIN
    SELECT RAISE(ABORT, 'no such player: passkeys.player_id')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.player_id AND kind IS NOT 'deleted');
END;
CREATE TRIGGER grants_need_their_players BEFORE INSERT ON grants BEGIN
    SELECT RAISE(ABORT, 'no such player: grants.player_id')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.player_id AND kind IS NOT 'deleted');
END;
CREATE TRIGGER tokens_need_their_players BEFORE INSERT ON tokens BEGIN
    SELECT RAISE(ABORT, 'no such player: tokens.player_id')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.player_id AND kind IS NOT 'deleted');
END;
CREATE TRIGGER carries_need_their_players BEFORE INSERT ON carries BEGIN
    SELECT RAISE(ABORT, 'no such player: carries.player_id')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.player_id AND kind IS NOT 'deleted');
END;
CREATE TRIGGER access_tokens_need_their_players BEFORE INSERT ON access_tokens BEGIN
    SELECT RAISE(ABORT, 'no such player: access_tokens.player_id')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.player_id AND kind IS NOT 'deleted');
END;
CREATE TRIGGER follows_need_their_players BEFORE INSERT ON follows BEGIN
    SELECT RAISE(ABORT, 'no such player: follows.player_id')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.player_id AND kind IS NOT 'deleted');
    SELECT RAISE(ABORT, 'no such player: follows.other')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.other AND kind IS NOT 'deleted');
END;
CREATE TRIGGER blocks_need_their_players BEFORE INSERT ON blocks BEGIN
    SELECT RAISE(ABORT, 'no such player: blocks.player_id')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.player_id AND kind IS NOT 'deleted');
    SELECT RAISE(ABORT, 'no such player: blocks.other')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.other AND kind IS NOT 'deleted');
END;
CREATE TRIGGER group_members_need_their_players BEFORE INSERT ON group_members BEGIN
    SELECT RAISE(ABORT, 'no such player: group_members.player_id')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.player_id AND kind IS NOT 'deleted');
END;
CREATE TRIGGER group_requests_need_their_players BEFORE INSERT ON group_requests BEGIN
    SELECT RAISE(ABORT, 'no such player: group_requests.player_id')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.player_id AND kind IS NOT 'deleted');
END;
CREATE TRIGGER group_invitations_need_their_players BEFORE INSERT ON group_invitations BEGIN
    SELECT RAISE(ABORT, 'no such player: group_invitations.player_id')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.player_id AND kind IS NOT 'deleted');
    SELECT RAISE(ABORT, 'no such player: group_invitations.inviter')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.inviter AND kind IS NOT 'deleted');
END;
CREATE TRIGGER cards_need_their_players BEFORE INSERT ON cards BEGIN
    SELECT RAISE(ABORT, 'no such player: cards.player_id')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.player_id AND kind IS NOT 'deleted');
END;
CREATE TRIGGER replayed_tasks_need_their_players BEFORE INSERT ON replayed_tasks BEGIN
    SELECT RAISE(ABORT, 'no such player: replayed_tasks.player_id')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.player_id AND kind IS NOT 'deleted');
END;
CREATE TRIGGER rounds_need_their_players BEFORE INSERT ON rounds BEGIN
    SELECT RAISE(ABORT, 'no such player: rounds.bye')
    WHERE NEW.bye IS NOT NULL AND NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.bye AND kind IS NOT 'deleted');
END;
CREATE TRIGGER round_pairs_need_their_players BEFORE INSERT ON round_pairs BEGIN
    SELECT RAISE(ABORT, 'no such player: round_pairs.black')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.black AND kind IS NOT 'deleted');
    SELECT RAISE(ABORT, 'no such player: round_pairs.white')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.white AND kind IS NOT 'deleted');
END;
CREATE TRIGGER games_need_their_players BEFORE INSERT ON games BEGIN
    SELECT RAISE(ABORT, 'no such player: games.creator')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.creator AND kind IS NOT 'deleted');
    SELECT RAISE(ABORT, 'no such player: games.opponent')
    WHERE NEW.opponent IS NOT NULL AND NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.opponent AND kind IS NOT 'deleted');
END;
CREATE TRIGGER records_need_their_players BEFORE INSERT ON records BEGIN
    SELECT RAISE(ABORT, 'no such player: records.owner')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.owner AND kind IS NOT 'deleted');
END;
CREATE TRIGGER variation_trees_need_their_players BEFORE INSERT ON variation_trees BEGIN
    SELECT RAISE(ABORT, 'no such player: variation_trees.player_id')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.player_id AND kind IS NOT 'deleted');
END;
CREATE TRIGGER reports_need_their_players BEFORE INSERT ON reports BEGIN
    SELECT RAISE(ABORT, 'no such player: reports.reporter')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.reporter AND kind IS NOT 'deleted');
END;
CREATE TRIGGER sanctions_need_their_players BEFORE INSERT ON sanctions BEGIN
    SELECT RAISE(ABORT, 'no such player: sanctions.player_id')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.player_id AND kind IS NOT 'deleted');
END;
CREATE TRIGGER networks_need_their_players BEFORE INSERT ON networks BEGIN
    SELECT RAISE(ABORT, 'no such player: networks.player_id')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.player_id AND kind IS NOT 'deleted');
END;
INSERT INTO migrations (number, release, only_adds) VALUES (40, '0.1.0', TRUE);
