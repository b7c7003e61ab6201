// What a topology can be built from: kinds of parts, the library's components under each, and the project's roles.
#pragma once

#include "project/library/components.h"
#include "widgets/diagram/canvas/palette.h"

#include <memory>

namespace headroom::widgets {

/// Gives drag and drop the kind of a part and, on a second line, its component if it has one.
class PartPalette : public Palette
{
    Q_OBJECT

public:
    explicit PartPalette(QWidget* parent = nullptr);

    void setLibrary(std::shared_ptr<const project::ComponentLibrary> library);
    /// The roles that can be dropped on groups.
    void setRoles(const QStringList& roles);

signals:
    /// A part of this kind is to be put where the user looks; `component` may be empty.
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
