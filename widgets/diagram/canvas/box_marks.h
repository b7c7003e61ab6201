// Marks on the boxes of a canvas: a badge for a problem, a halo for a search result.
#pragma once

#include "project/document/finding.h"

#include <QHash>
#include <QObject>
#include <QSet>

namespace headroom::widgets {

class BoxItem;
class CanvasScene;

struct BoxBadge
{
    project::Severity severity = project::Severity::error;
    QString text; ///< the tool tip: the problem and its remedy
};

/// Lives as long as its scene. Restores its marks when the boxes are created again.
class BoxMarks : public QObject
{
    Q_OBJECT
public:
    explicit BoxMarks(CanvasScene& scene);

    void setBadges(const QHash<QString, BoxBadge>& badges);
    void setFound(const QSet<QString>& boxes);
    const QHash<QString, BoxBadge>& badges() const { return badges_; }
    const QSet<QString>& found() const { return found_; }

private:
    void place();

    CanvasScene& scene_;
    QHash<QString, BoxBadge> badges_;
    QSet<QString> found_;
};

/// Hides all marks of a scene during its lifetime, because they are not part of the drawing.
class WithoutMarks
{
public:
    explicit WithoutMarks(CanvasScene& scene);
    ~WithoutMarks();
    WithoutMarks(const WithoutMarks&) = delete;
    WithoutMarks& operator=(const WithoutMarks&) = delete;

private:
    void show(bool shown);

    CanvasScene& scene_;
};

} // namespace headroom::widgets
