// The palette of the topology: kinds of parts, the library's components of each kind, and the project's roles.
#pragma once

#include "project/library/components.h"
#include "widgets/diagram/canvas/palette.h"

#include <memory>

namespace headroom::widgets {

/// Dragging an entry carries the kind of a part and, on a second line, its component if it has one.
class PartPalette : public Palette
{
    Q_OBJECT

public:
    explicit PartPalette(QWidget* parent = nullptr);

    void setLibrary(std::shared_ptr<const project::ComponentLibrary> library);
    /// The roles to offer for dropping on groups.
    void setRoles(const QStringList& roles);

signals:
    /// Insert a part of this kind into the visible part of the drawing; `component` may be empty.
    void partRequested(const QString& kind, const QString& component);

protected:
    void filter(const QString& text) override;
    void request(const QString& part) override;

private:
    void fill();

    std::shared_ptr<const project::ComponentLibrary> library_;
    QStringList roles_;
};

} // namespace headroom::widgets
