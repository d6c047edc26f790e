package io.giza.console.view;

import io.giza.console.session.Role;
import io.giza.console.session.Session;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * What surrounds a page.
 *
 * @param title what it is called
 * @param path where it is
 * @param session who looks at it; null for nobody who signed in
 */
public record Frame(String title, String path, @Nullable Session session) {
    /**
     * A line of the menu.
     *
     * @param path where it leads
     * @param label what it is called
     * @param current whether the page is below it
     */
    public record Entry(String path, String label, boolean current) {}

    private record Section(String path, String label, Role role) {}

    private static final List<Section> SECTIONS =
            List.of(
                    new Section("/overview", "Overview", Role.AUDITOR),
                    new Section("/buckets", "Buckets", Role.USER),
                    new Section("/data-centers", "Data centers", Role.AUDITOR),
                    new Section("/work", "Work", Role.AUDITOR),
                    new Section("/contention", "Contention", Role.AUDITOR),
                    new Section("/probe", "Probe", Role.OPERATOR),
                    new Section("/keys", "Access keys", Role.AUDITOR),
                    new Section("/activity", "Activity", Role.AUDITOR),
                    new Section("/connection", "Connection", Role.USER));

    /** Returns the menu: what the role does not allow is not in it. */
    public List<Entry> menu() {
        Session who = session;
        if (who == null) {
            return List.of();
        }
        return SECTIONS.stream()
                .filter(each -> who.may(each.role))
                .map(each -> new Entry(each.path, each.label, path.startsWith(each.path)))
                .toList();
    }

    /** Returns what forms carry. */
    public String token() {
        return session == null ? "" : session.token();
    }

    /** Tells whether whoever looks may change what operators change. */
    public boolean isOperator() {
        return session != null && session.may(Role.OPERATOR);
    }

    /** Tells whether whoever looks may see what operators see. */
    public boolean isAuditor() {
        return session != null && session.may(Role.AUDITOR);
    }
}
